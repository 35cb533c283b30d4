#!/usr/bin/env bash
# Releases in the layouts of their projects; the one that is fetched last is not what its checksum says: releases.sh FOLDER
set -eu
programs=$1/v1.0.0/bin/linux/amd64
mkdir -p "$programs"
cd "$programs"
for program in kubeadm kubelet; do
    echo "$program" >$program
    sha256sum $program >$program.sha256
done
echo forged >kubelet
cd "$1/v1.0.0"
for archive in containerd-1.0.0-linux-amd64.tar.gz:sha256sum cni-plugins-linux-amd64-v1.0.0.tgz:sha256; do
    tar czf "${archive%:*}" bin
    sha256sum "${archive%:*}" >"${archive%:*}.${archive#*:}"
done
echo forged >cni-plugins-linux-amd64-v1.0.0.tgz
