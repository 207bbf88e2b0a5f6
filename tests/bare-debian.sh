#!/bin/sh
# bare-debian.sh PACKAGES OBJECT   installs the packages of `cargo xtask package` in a bare Debian, and runs the program there.
#
# Makes a bare Debian with debootstrap in /var/tmp/btfscope-bare (kept; two minutes the first time); each run works on a fresh layer over it.
# Needs root and Debian's archive: exit status 77, with the reason, if either is missing. tests/tests/packages.rs calls it.
set -eu
packages=$(realpath "$1") object=$(realpath "$2")
base=${BTFSCOPE_BARE:-/var/tmp/btfscope-bare}
no() { echo "$1"; exit 77; }
if [ -z "${BARE_LAYER:-}" ]; then
  [ "$(id -u)" = 0 ] || no "it is made by root only"
  command -v debootstrap >/dev/null || no "there is no debootstrap"
  if [ ! -e "$base/made" ]; then
    rm -rf "$base"; mkdir -p "$base/root"
    mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | grep -v '^#' | grep -oE 'https?://[^ ]+/debian/?( |$)' | head -n 1 || true)
    # A bare Debian has no man; it is the only program that the test adds.
    debootstrap --variant=minbase --include=man-db "$(. /etc/os-release; echo "$VERSION_CODENAME")" "$base/root" ${mirror:-} >"$base/log" 2>&1 || no "debootstrap failed, see $base/log"
    touch "$base/made"
  fi
  BARE_LAYER=$(mktemp -d "$base/layer.XXXXXX"); export BARE_LAYER
  status=0; unshare --mount --pid --fork --kill-child -- "$0" "$packages" "$object" || status=$?
  rm -rf --one-file-system "$BARE_LAYER"
  exit $status
fi
mkdir "$BARE_LAYER/up" "$BARE_LAYER/work" "$BARE_LAYER/top"
mount -t overlay overlay -o "lowerdir=$base/root,upperdir=$BARE_LAYER/up,workdir=$BARE_LAYER/work" "$BARE_LAYER/top" || no "no overlay can be mounted"
mount -t proc proc "$BARE_LAYER/top/proc"
mkdir "$BARE_LAYER/top/packages"
cp "$packages"/*_amd64.deb "$packages"/*-x86_64-unknown-linux-musl.tar.gz "$packages/SHA256SUMS" "$object" "$BARE_LAYER/top/packages"
exec chroot "$BARE_LAYER/top" /usr/bin/env -i HOME=/root LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin OBJECT="/packages/$(basename "$object")" /bin/bash -euc '
cd /packages
if command -v cargo rustc gcc; then exit 1; fi
sha256sum --check --ignore-missing --strict --quiet SHA256SUMS
works() {
  echo "== $1"
  "$1" --version
  "$1" history task_struct.pid | head -n 3
  "$1" info "$OBJECT" | head -n 3
  "$1" check "$OBJECT" | head -n 3
  "$1" view "$OBJECT" --no-open > /tmp/view & view=$!
  for i in $(seq 100); do grep -q "^http" /tmp/view && break; sleep 0.1; done
  address=$(sed -n "s|^http://\(127.0.0.1\):\([0-9]*\)\(/.*\)|\1 \2 \3|p" /tmp/view)
  set -- $address
  get() { exec 3<>"/dev/tcp/$1/$2"; printf "GET %s HTTP/1.1\r\nHost: %s:%s\r\n\r\n" "$3$4" "$1" "$2" >&3; cat <&3; exec 3<&-; }
  get "$1" "$2" "$3" "" > /tmp/index
  grep -q "<title>btfscope" /tmp/index
  grep -q "btfscope-given" /tmp/index
  # The program of the page: its first bytes are right, and it comes whole.
  wasm=$(grep -ao "web-[0-9a-f]*_bg.wasm" /tmp/index | head -n 1)
  get "$1" "$2" "$3" "$wasm" > /tmp/wasm
  length=$(sed -n "s/^Content-Length: \([0-9]*\).*/\1/p;/^.$/q" /tmp/wasm)
  [ "$(tail -c "$length" /tmp/wasm | head -c 4 | od -An -tx1)" = " 00 61 73 6d" ]
  [ "$length" -gt 1000000 ]
  echo "view: index and $wasm, $length bytes"
  kill $view
}
dpkg -i ./*_amd64.deb
works btfscope
man btfscope | grep -q "See inside BTF"
man btfscope-history | head -n 2
ls -l /usr/share/bash-completion/completions/btfscope /usr/share/zsh/vendor-completions/_btfscope /usr/share/fish/vendor_completions.d/btfscope.fish /usr/share/doc/btfscope/licences.txt
dpkg -r btfscope
[ ! -e /usr/bin/btfscope ]
tar -xzf ./*.tar.gz
works ./btfscope-*/btfscope
man -l ./btfscope-*/man/btfscope-view.1 | head -n 2
echo "all of it works"
'
