#!/bin/sh
# Makes a small atlas of several distributions, to look at the page with: kernels of the corpus under names like those in
# BTFHub's archive. The names are made up; the types are Debian's.
#   tests/several-distributions.sh CORPUS OUT.atlas [BTFSCOPE]
set -eu
corpus=$1 out=$2 btfscope=${3:-target/debug/btfscope}
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
take() {
    from=$(find "$corpus/kernels" -name "linux-$1.btf.xz" -o -name "linux-$1_*.btf.xz")
    mkdir -p "$tree/$(dirname "$2")"
    cp "$from" "$tree/$2.btf.xz"
}
take 5.10.0-30-amd64 ubuntu/20.04/x86_64/5.4.0-42-generic
take 5.10.0-30-cloud-amd64 ubuntu/20.04/x86_64/5.4.0-1020-aws
take 5.10.0-30-arm64 ubuntu/20.04/arm64/5.4.0-42-generic
take 5.10.0-32-amd64 ubuntu/20.04/x86_64/5.15.0-91-generic
take 6.1.0-53-amd64 ubuntu/22.04/x86_64/6.5.0-14-generic
take 6.12.117+deb12-amd64 rhel/9/x86_64/5.14.0-427.13.1.el9_4.x86_64
take 6.12.117+deb12-arm64 rhel/9/arm64/5.14.0-427.13.1.el9_4.aarch64
take 6.12.117+deb12-amd64 rocky/9/x86_64/5.14.0-427.13.1.el9_4.x86_64
take 5.10.0-30-amd64 amzn/2/x86_64/5.10.186-179.751.amzn2.x86_64
take 5.10.0-30-arm64 amzn/2/arm64/5.10.186-179.751.amzn2.aarch64
take 6.1.0-53-amd64 debian/12/x86_64/6.1.0-53-amd64
take 6.12.117+deb12-amd64 debian/12/x86_64/6.12.117+deb12-amd64
take 6.12.117+deb12-arm64 debian/12/arm64/6.12.117+deb12-arm64
"$btfscope" atlas build -o "$out" "$tree"
