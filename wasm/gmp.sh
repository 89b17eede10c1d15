#!/usr/bin/env bash
# GMP for wasm32: libgmp.a, gmp.h and gmpxx.h under OUT, from Debian's source package. Usage: gmp.sh OUT
#
# wasm32 has `long`s of 32 bits, and GMP's get_si(), fits_slong_p(), mpz_fdiv_ui() and their like speak in longs: they would cut
# numbers off without a word. So every `long` of this GMP is written `long long`: its interface and its limbs have 64 bits, as on
# the machines where halfspace runs natively, and the exact layer is the same text with the same steps on both. gmpxx.h gets
# overloads for the longs that are left (std::size_t).
set -euo pipefail

version=2:6.2.1+dfsg1-1.1
mkdir -p "$1"
out=$(cd "$1" && pwd)
work=$out/work
[[ ! -f $out/lib/libgmp.a || $0 -nt $out/lib/libgmp.a ]] || exit 0
rm -rf "$work"
mkdir -p "$work/lists/partial" "$work/build" "$out/include" "$out/lib"

# The source lists stay in `work`: the system's are left as they are.
fetch() {
  local site options
  # shellcheck disable=SC2016  # the format is apt's
  site=$(apt-get indextargets --format '$(REPO_URI) $(CODENAME) $(COMPONENT)' 'Created-By: Packages' | awk '$2 == "bookworm" && $3 == "main" {print $1; exit}')
  echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ${site:-http://deb.debian.org/debian} bookworm main" >"$work/sources.list"
  options=(-qq -o "Dir::Etc::SourceList=$work/sources.list" -o Dir::Etc::SourceParts=/dev/null -o "Dir::State::Lists=$work/lists" -o APT::Sandbox::User=root)
  cd "$work"
  apt-get "${options[@]}" update
  apt-get "${options[@]}" source --download-only "gmp=$version"
  tar xf gmp_*.orig.tar.xz
  mv gmp-6* source
}

make_longs_64_bits() {
  cd "$work/source"
  # shellcheck disable=SC2016  # the dollars are perl's
  find . \( -name '*.[ch]' -o -name gmp-h.in \) -not -path './mini-gmp/*' -print0 | xargs -0 perl -pi -e '
    s/(?<!long )\blong\b(?! long)(?! double)/long long/g;
    s/\b(U?)LONG_(MIN|MAX)\b/$1LLONG_$2/g;
    s/\b(\d+|0x[0-9a-fA-F]+)(U?)L\b/$1$2LL/g;
    s/\bC##L\b/C##LL/g'
  perl -ni -e 'print; if (/^(\s*__GMPXX_DECLARE_COMMON_TYPE\(|__GMPN[SU]_\w+\(|  __gmp_expr ?(& (fun|operator=))?\().*signed long long int/ && !/prec/) {
    s/long long int/long int/; print }' gmpxx.h
}

# Debian leaves the manual out; wasm has no signals, and what would raise one traps.
adapt() {
  cd "$work/source"
  mkdir -p doc
  printf 'all:\n' >doc/Makefile.in
  printf '#include "gmp-impl.h"\nvoid __gmp_invalid_operation (void) { __builtin_trap (); }\n' >invalid.c
  perl -pi -e 's/^#include <signal.h>//; s/raise \(SIGFPE\);/__builtin_trap ();/' errno.c
}

# Ways that are quicker for numbers of thousands of words alone are left out: numbers of a page are shorter, and results the same.
build() {
  local never=(-DMUL_TOOM44 -DMUL_TOOM6H -DMUL_TOOM8H -DSQR_TOOM4 -DSQR_TOOM6 -DSQR_TOOM8 -DMU_DIV_QR -DMU_DIVAPPR_Q -DMU_BDIV_QR
    -DMU_BDIV_Q -DINV_NEWTON -DINV_APPR -DBINV_NEWTON -DHGCD_REDUCE -DHGCD_APPR)
  cd "$work/build"
  CC="clang-19 --target=wasm32-wasi" AR=llvm-ar-19 RANLIB=llvm-ranlib-19 NM=llvm-nm-19 CC_FOR_BUILD=clang-19 \
    CFLAGS="-Os -ffunction-sections -msimd128 ${never[*]/%/_THRESHOLD=MP_SIZE_T_MAX}" ac_cv_sizeof_unsigned_long=8 \
    ../source/configure --host=none-none-none --disable-assembly --disable-fft --disable-shared --enable-static
  make mpn/mp_bases.c
  perl -ni -e 'print unless m{^ */\* +(\d+) \*/} && $1 > 36' mpn/mp_bases.c   # of bases that nobody writes in
  make -j "$(nproc)" SUBDIRS="mpn mpz mpq mpf"
}

fetch
make_longs_64_bits
adapt
build
cp "$work/build/gmp.h" "$work/source/gmpxx.h" "$out/include"
cp "$work/build/.libs/libgmp.a" "$out/lib"
rm -rf "$work"
