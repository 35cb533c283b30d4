#!/usr/bin/env bash
# What a cluster touches on a host: traces.sh remember, and traces.sh compare, which shows what is other than before and fails for it.
set -u
before=/var/tmp/traces-of-a-cluster
traces() {
    ls /etc/systemd/system /usr/local/bin /opt /etc/sysctl.d /etc/modules-load.d
    find /etc/cni /var/lib/cni /etc/kubernetes /var/lib/kubelet -type f 2>&-
    ip route
    nft list tables
    ip -brief link | cut -d' ' -f1 | cut -d@ -f1
}
case $1 in
    remember) traces | sort >$before ;;
    compare) traces | sort | diff $before - ;;
esac
