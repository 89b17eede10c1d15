#!/usr/bin/env bash
# Proves the README's first commands on a bare Debian: makes a minimal Debian 12 root with debootstrap, from the mirror
# and with the apt settings of this machine, clones the last commit into it and runs ./dev run and ./dev test there.
# usage (as root): tools/bare_debian.sh [EMPTY-FOLDER]    the folder is kept when named, else removed
set -euo pipefail

suite=bookworm
repo=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
inside=/root/halfspace

die() { echo "bare_debian: $*" >&2; exit 1; }
((EUID == 0)) || die "needs root"
command -v debootstrap >/dev/null || die "needs debootstrap (apt-get install debootstrap)"

bare=${1-}
if [[ -n $bare ]]; then
  mkdir -p "$bare"
  bare=$(cd "$bare" && pwd)
  [[ -z $(ls -A "$bare") ]] || die "$bare is not empty"
  keep=1
else
  bare=$(mktemp -d)
  chmod 755 "$bare"  # apt fetches as its own user
  keep=
fi

# debootstrap itself makes the few files of /dev that are needed; /proc and the terminals of the tests are mounted.
# shellcheck disable=SC2317  # called by trap
clean_up() {
  local mounted
  for mounted in dev/pts proc; do
    ! mountpoint -q "$bare/$mounted" || umount "$bare/$mounted" || die "$bare is left: its /$mounted is busy"
  done
  [[ -n $keep ]] || rm -rf --one-file-system "$bare"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

# What this machine says about the way out: proxies from the environment or from apt.
settings=()
for name in http_proxy https_proxy ftp_proxy all_proxy no_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY; do
  if [[ -n ${!name-} ]]; then settings+=("$name=${!name}"); fi
done
in_bare() {
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 "${settings[@]}" chroot "$bare" "$@" </dev/null
}

make_root() {
  local mirror proxy=
  # shellcheck disable=SC2016  # the format is apt-get's
  mirror=$(apt-get indextargets --format '$(CODENAME) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' |
    awk -v suite="$suite" '$1 == suite && $2 == "main" {print $3; exit}')
  [[ -n $mirror ]] || die "apt here knows no mirror of Debian $suite"
  eval "$(apt-config shell proxy Acquire::http::Proxy)"
  env ${proxy:+http_proxy="$proxy"} debootstrap --variant=minbase --include=git,ca-certificates "$suite" "$bare" "$mirror" >&2 ||
    die "debootstrap failed"
  rm -f "$bare/etc/apt/sources.list"
  cp -aT /etc/apt "$bare/etc/apt"
  cp -L /etc/resolv.conf /etc/hosts "$bare/etc/"
  if [[ -d /usr/local/share/ca-certificates ]]; then
    cp -aT /usr/local/share/ca-certificates "$bare/usr/local/share/ca-certificates"
    in_bare update-ca-certificates >/dev/null 2>&1
  fi
  mountpoint -q "$bare/proc" || mount -t proc proc "$bare/proc"
  mountpoint -q "$bare/dev/pts" || mount -t devpts -o newinstance,ptmxmode=0666 devpts "$bare/dev/pts"
}

failed=0
expect() {  # expect NAME COMMAND: runs it in the clone, prints one line
  local begun=$SECONDS verdict=PASS
  in_bare bash -c "cd $inside && $2" || { verdict=FAIL; failed=1; }
  echo "$verdict $1 ($((SECONDS - begun)) s)"
}

make_root
git clone --quiet --no-hardlinks "$repo" "$bare$inside"
echo "bare Debian $(cat "$bare/etc/debian_version") ready, commit $(git -C "$repo" rev-parse --short HEAD)"
expect "./dev run" "./dev run"
expect "./dev test" "./dev test"
# shellcheck disable=SC2016  # for the shell inside
expect "./dev run again, quietly" '[[ -z $(./dev run 2>&1 >/dev/null | grep "^dev:") ]]'
exit "$failed"
