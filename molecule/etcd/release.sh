#!/usr/bin/env bash
# Starts one release of etcd alone with the given flags, on ports of its own, and fails on what it says of them.
# release.sh VERSION FLAG...
set -u
program=/opt/lab/programs/etcd-v$1/etcd
shift
if ! test -x "$program"; then echo "$program is not there"; exit 1; fi
rm -rf /tmp/release; mkdir -p /tmp/release
"$program" "$@" --initial-advertise-peer-urls=https://127.0.0.1:12380 --initial-cluster=alone=https://127.0.0.1:12380 \
    >/tmp/release/log 2>&1 &
pid=$!
status=1
for _ in $(seq 100); do
    if curl -sf http://127.0.0.1:12381/health | grep -q '"true"'; then status=0; break; fi
    sleep 0.2
done
kill $pid; wait $pid 2>/dev/null
if grep -vE '"level":"(debug|info)"' /tmp/release/log | grep -iE 'deprecat|unrecogni|unknown|not defined|experimental'; then status=1; fi
if [ $status -ne 0 ]; then tail -5 /tmp/release/log; fi
exit $status
