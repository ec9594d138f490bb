#!/usr/bin/env bash
# Measures the time from the start of a router and of an API server until they serve, in milliseconds: as processes of
# this machine, and in containers from the images. Prints the median of so many starts of each, by turns.
#   starts.sh [ROUNDS]
# It needs the images (./hira images), and podman as engine.sh prepares it; it ends the engine again.
set -euo pipefail
ROUNDS=${1:-9}
if [ "$#" -gt 1 ] || [[ ! $ROUNDS =~ ^[1-9][0-9]*$ ]]; then
    echo "starts.sh takes the number of rounds, a whole number from 1 (by default 9), not '$*'" >&2
    exit 2
fi
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
TREE=$(cd "$HERE/../.." && pwd)
DIST=$TREE/deploy/cli/target/dist
OPTIONS=$TREE/deploy/cli/src/main/resources/dev/hira/cli/launch
FOLDER=$(mktemp -d)
# shellcheck source=../../.mvn/jdk.sh
. "$TREE/.mvn/jdk.sh"
find_jdk

"$TREE/hira" version >/dev/null
exec 8>/tmp/hira-containers.lock
flock -w 600 8 || { echo "another run has used the container engine for ten minutes" >&2 && exit 69; }
trap '"$HERE/engine.sh" down 8>&-; rm -rf "$FOLDER"' EXIT
eval "$("$HERE/engine.sh" up 8>&-)"
for image in router api-server; do
    podman load --quiet --input "$TREE/deploy/images/target/images/$image.tar" >/dev/null
done

# Prints the milliseconds until the command $2... prints a line that begins with "ready", and then ends it with SIGTERM;
# the container of the name $1 too, if there is one.
until_ready() {
    local name=$1 begin end process
    shift
    mkfifo "$FOLDER/out"
    begin=$(date +%s%N)
    "$@" >"$FOLDER/out" 2>/dev/null </dev/null 8>&- &
    process=$!
    exec 7<"$FOLDER/out"
    end=
    while IFS= read -r -t 120 line <&7; do
        case $line in ready*) end=$(date +%s%N) && break ;; esac
    done
    if [ -n "$name" ]; then podman kill "$name" >/dev/null 2>&1 || true; else kill "$process" 2>/dev/null || true; fi
    cat <&7 >/dev/null
    exec 7<&-
    wait "$process" 2>/dev/null || true
    rm "$FOLDER/out"
    [ -n "$end" ] || { echo "'$*' was not ready within two minutes" >&2 && return 1; }
    echo $(((end - begin) / 1000000))
}

outside() {
    local command=$1 cache=hira.aot options=("@$OPTIONS/hira.options")
    shift
    if [ "$command" = api-server ]; then
        cache=hira-devices.aot
        options+=("@$OPTIONS/hira-devices.options")
    fi
    until_ready '' "$JAVA_HOME/bin/java" "${options[@]}" -XX:AOTCache="$DIST/$cache" -Xlog:aot=off \
        -cp "$DIST/lib/*" dev.hira.cli.Main "$command" --listen "hira+unix://$FOLDER/listen.sock" "$@"
}

inside() {
    local command=$1
    shift
    until_ready hira-start podman run --rm --name hira-start --read-only --tmpfs /tmp --cap-drop ALL --network none \
        "localhost/hira-$command:latest" --listen hira+unix:///tmp/hira/listen.sock "$@"
}

median() { sort -n | sed -n "$(((ROUNDS + 1) / 2))p"; }

printf '%-12s %10s %10s %6s\n' process outside container ratio
for command in router api-server; do
    arguments=()
    if [ "$command" = router ]; then arguments=(--server hira+unix:///tmp/hira/no-server.sock); fi
    : >"$FOLDER/outside" && : >"$FOLDER/inside"
    for _ in $(seq "$ROUNDS"); do
        outside "$command" "${arguments[@]}" >>"$FOLDER/outside"
        inside "$command" "${arguments[@]}" >>"$FOLDER/inside"
    done
    out=$(median <"$FOLDER/outside")
    in=$(median <"$FOLDER/inside")
    printf '%-12s %7d ms %7d ms %6s\n' "$command" "$out" "$in" "$(awk "BEGIN { printf \"%.2f\", $in / $out }")"
done
