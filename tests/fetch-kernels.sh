#!/bin/sh
# Fetches Debian's kernel packages for tests/tests/container/kernels.rs. Usage: tests/fetch-kernels.sh [--all] DIRECTORY
#
# Without --all, only one small package is fetched (26 MB, and 9 MB of lists).
# Then: BTFSCOPE_KERNELS=DIRECTORY cargo test -p tests --test container
# apt works in a state of its own under DIRECTORY: nothing of this machine's packages or architectures changes, and no root is
# needed. Packages in DIRECTORY are not fetched again.
set -eu

all=
if [ "${1:-}" = --all ]; then
	all=1
	shift
fi
[ $# = 1 ] || { echo "usage: $0 [--all] DIRECTORY" >&2; exit 2; }
mkdir -p "$1"
directory=$(cd "$1" && pwd)
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
for need in /usr/bin/apt-get "$keyring"; do
	[ -e "$need" ] || { echo "$0: no $need here: this needs Debian's apt and its keyring" >&2; exit 2; }
done

# Suite, architecture, and a package that depends on the newest kernel. The comment is the format of its kernel image.
packages() {
	echo "bookworm amd64 linux-image-cloud-amd64" # bzImage, lz4 (legacy)
	[ -n "$all" ] || return 0
	echo "bookworm amd64 linux-image-amd64"       # bzImage, xz with BCJ
	echo "bookworm i386 linux-image-686"          # bzImage, xz; without BTF
	echo "trixie amd64 linux-image-amd64"         # bzImage, zstd
	echo "trixie arm64 linux-image-cloud-arm64"   # Image as it is
	echo "trixie s390x linux-image-s390x"         # zstd in an image that does not say where; big-endian
	echo "trixie ppc64el linux-image-powerpc64le" # ELF
	echo "trixie riscv64 linux-image-riscv64"     # Image as it is
	echo "trixie armhf linux-image-armmp"         # zImage, xz; without BTF
}

# prepare SUITE: makes an apt state of its own for the suite, with the lists of the architectures that are wanted
prepare() {
	state=$directory/.apt/$1
	mkdir -p "$state/lists/partial" "$state/cache/archives/partial" "$state/etc/apt.conf.d" "$state/etc/preferences.d"
	: > "$state/status"
	echo "deb [signed-by=$keyring] $mirror $1 main" > "$state/etc/sources.list"
	architectures=$(packages | while read -r suite architecture _; do
		[ "$suite" != "$1" ] || printf '"%s";' "$architecture"
	done)
	cat > "$state/apt.conf" <<-EOF
		Dir::Etc "$state/etc";
		Dir::Etc::SourceParts "/dev/null";
		Dir::State "$state";
		Dir::State::status "$state/status";
		Dir::Cache "$state/cache";
		APT::Architectures {$architectures};
		APT::Sandbox::User "";
		Acquire::Languages "none";
		Acquire::Retries "2";
	EOF
	export APT_CONFIG="$state/apt.conf"
}

for suite in $(packages | cut -d ' ' -f 1 | sort -u); do
	prepare "$suite"
	echo "$suite: fetching the lists"
	apt-get -qq update
done

cd "$directory"
packages | while read -r suite architecture meta; do
	prepare "$suite"
	real=$(apt-cache depends "$meta:$architecture" | sed -n 's/^ *Depends: \(linux-image-[^:]*\).*/\1/p' | head -n 1)
	[ -n "$real" ] || { echo "$0: $suite has no $meta for $architecture" >&2; exit 1; }
	if ls "${real}_"*"_$architecture.deb" > /dev/null 2>&1; then
		echo "$real ($architecture) is there"
	else
		echo "$real ($architecture): fetching"
		apt-get -qq download "$real:$architecture"
	fi
done
