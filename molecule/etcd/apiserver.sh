#!/usr/bin/env bash
# Starts the real kube-apiserver on this cluster of etcd, waits until it is ready, writes and reads through it, and stops it.
# apiserver.sh ENDPOINTS
set -u
folder=$(mktemp -d)
cd "$folder" || exit 1
openssl genrsa -out sa.key 2048 2>/dev/null
echo 'token,admin,admin,system:masters' >tokens
/opt/lab/programs/kubernetes-v1.37.2/kube-apiserver --etcd-servers="$1" --etcd-cafile=/etc/kubernetes/etcd/ca.crt \
    --etcd-certfile=/etc/kubernetes/etcd/client.crt --etcd-keyfile=/etc/kubernetes/etcd/client.key \
    --secure-port=16443 --cert-dir="$folder" --token-auth-file=tokens --authorization-mode=RBAC \
    --service-account-issuer=https://kubernetes.default.svc --service-account-key-file=sa.key --service-account-signing-key-file=sa.key \
    --service-cluster-ip-range=10.96.0.0/16 --endpoint-reconciler-type=none --disable-admission-plugins=ServiceAccount >log 2>&1 &
pid=$!
ask() { curl -sfk --max-time 10 -H 'Authorization: Bearer token' "$@"; }
api=https://127.0.0.1:16443
status=1
for _ in $(seq 150); do
    if [ "$(ask $api/readyz)" = ok ]; then status=0; break; fi
    sleep 0.4
done
kind='{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"verify"},"data":{"written":"yes"}}'
ask -o /dev/null -H 'Content-Type: application/json' -d "$kind" $api/api/v1/namespaces/default/configmaps
ask $api/api/v1/namespaces/default/configmaps/verify | grep -q '"written": *"yes"' || status=1
kill $pid; wait $pid 2>/dev/null
if [ $status -ne 0 ]; then tail -20 log; fi
rm -rf "$folder"
exit $status
