#!/usr/bin/env bash
# Makes a repository of packages in /srv/packages from a release's programs, with a unit that the package starts, as Debian's does.
# repository.sh VERSION
set -euo pipefail
programs=/opt/lab/programs/etcd-v$1
rm -rf /srv/packages
mkdir -p /srv/packages
cd /srv/packages
package() {
    local name=$1 folder
    shift
    folder=$(mktemp -d)
    mkdir -p "$folder/DEBIAN" "$folder/usr/bin" "$folder/lib/systemd/system"
    printf 'Package: %s\nVersion: %s-1\nArchitecture: amd64\nMaintainer: Nobody <nobody@example.com>\nDescription: etcd\n' "$name" "$version" \
        >"$folder/DEBIAN/control"
    for program; do cp "$programs/$program" "$folder/usr/bin/"; done
    if [ "$name" = etcd-server ]; then
        printf '[Service]\nExecStart=/usr/bin/etcd --data-dir /var/lib/etcd/default\n[Install]\nWantedBy=multi-user.target\n' \
            >"$folder/lib/systemd/system/etcd.service"
        printf '#!/bin/sh\nset -e\nsystemctl daemon-reload\ninvoke-rc.d etcd start\n' >"$folder/DEBIAN/postinst"
        chmod 755 "$folder/DEBIAN/postinst"
    fi
    dpkg-deb -Znone --build "$folder" "$name.deb" >/dev/null
    cat "$folder/DEBIAN/control" >>Packages
    printf 'Filename: ./%s.deb\nSize: %s\nSHA256: %s\n\n' "$name" "$(stat -c %s "$name.deb")" "$(sha256sum "$name.deb" | cut -d' ' -f1)" >>Packages
    rm -rf "$folder"
}
version=$1
package etcd-server etcd
package etcd-client etcdctl etcdutl
echo 'deb [trusted=yes] file:/srv/packages ./' >/etc/apt/sources.list.d/etcd.list
apt-get update -qq -o Dir::Etc::sourcelist=sources.list.d/etcd.list -o Dir::Etc::sourceparts=- -o APT::Get::List-Cleanup=0
