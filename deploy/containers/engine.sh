#!/usr/bin/env bash
# A container engine for the tests, without a daemon of Docker: podman with a socket that speaks Docker's API.
#   engine.sh up     installs podman (Debian, as root), starts its service, runs a container as a trial, and prints
#                    variables for Testcontainers
#   engine.sh down   removes the containers, networks and volumes that were made with it, and ends the service
#   engine.sh health checks containers' health until they are healthy, without end: podman leaves that to systemd
# The first two end within minutes, whatever happens. Where no container can run, up says why, removes what it started, and ends
# with 69. Everything but the packages lies in $HIRA_ENGINE (by default /tmp/hira-containers); the machine's own containers and
# images are neither seen nor touched.
set -euo pipefail
FOLDER=${HIRA_ENGINE:-/tmp/hira-containers}
SOCKET=$FOLDER/podman.sock
export CONTAINERS_CONF=$FOLDER/containers.conf CONTAINERS_STORAGE_CONF=$FOLDER/storage.conf

say() { printf 'engine: %s\n' "$*" >&2; }

# Succeeds if the service answers.
answers() { curl -fsS --max-time 3 --unix-socket "$SOCKET" http://engine/_ping >/dev/null 2>&1; }

# Succeeds if all programs are there.
installed() {
    command -v podman >/dev/null && command -v runc >/dev/null && command -v iptables >/dev/null &&
        [ -x /usr/lib/podman/netavark ] && [ -x /usr/lib/podman/aardvark-dns ]
}

# Prints the packages that are missing: all of the engine's if one of its programs is, and what runs compose.yaml.
missing() {
    installed || echo podman runc netavark aardvark-dns iptables
    command -v docker-compose >/dev/null || docker compose version >/dev/null 2>&1 || echo docker-compose
}

# Installs the programs, if this is Debian or a relative of it and the user is root.
install() {
    local packages
    packages=$(missing)
    [ -n "$packages" ] || return 0
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
        installed && return
        say "podman, runc, netavark, aardvark-dns or iptables is missing, and only root on Debian can install them here"
        exit 69
    fi
    say "installing" $packages
    if ! { DEBIAN_FRONTEND=noninteractive && export DEBIAN_FRONTEND && timeout -k 10 120 apt-get update -qq &&
        timeout -k 10 300 apt-get install -y -qq --no-install-recommends $packages; } \
        >"$FOLDER/install.log" 2>&1 </dev/null && ! installed; then
        tail -n 5 "$FOLDER/install.log" >&2
        say "podman cannot be installed; the log is $FOLDER/install.log"
        exit 69
    fi
}

# Prints the limit of kind $1, but at most $2: a process without CAP_SYS_RESOURCE cannot raise its own.
at_most() {
    local hard
    hard=$(ulimit -H"$1")
    if [ "$hard" = unlimited ] || [ "$hard" -gt "$2" ]; then echo "$2"; else echo "$hard"; fi
}

configure() {
    local files processes
    files=$(at_most n 1048576)
    processes=$(at_most u 32768)
    # runc: crun refuses a hybrid of both kinds of cgroups. The delay lets the processes that watch containers end.
    cat >"$CONTAINERS_CONF" <<END
[containers]
default_ulimits = ["nofile=$files:$files", "nproc=$processes:$processes"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
exit_command_delay = 10
lock_type = "file"
tmp_dir = "$FOLDER/tmp"
[network]
network_backend = "netavark"
network_config_dir = "$FOLDER/networks"
default_subnet = "10.91.0.0/24"
END
    cat >"$CONTAINERS_STORAGE_CONF" <<END
[storage]
driver = "overlay"
graphroot = "$FOLDER/storage"
runroot = "$FOLDER/run"
END
}

serve() {
    answers && return
    rm -f "$SOCKET"
    setsid nohup podman system service --time=0 "unix://$SOCKET" >"$FOLDER/service.log" 2>&1 </dev/null 9>&- &
    echo $! >"$FOLDER/service.pid"
    for _ in $(seq 300); do
        if answers; then return; fi
        kill -0 "$(cat "$FOLDER/service.pid")" 2>/dev/null || break
        sleep 0.1
    done
    tail -n 5 "$FOLDER/service.log" >&2
    down
    say "podman's service does not answer; its log is $FOLDER/service.log"
    exit 69
}

# Runs a program of this machine in a container like those of the tests, with layers, a limit of memory and a network,
# in which it looks up its own name.
try() {
    local root=$FOLDER/trial getent library
    getent=$(command -v getent) || return 1
    rm -rf "$root"
    mkdir -p "$root/bin"
    cp "$(readlink -f "$getent")" "$root/bin/getent"
    for library in $(ldd "$getent" | grep -o '/[^ ]*'); do
        mkdir -p "$root$(dirname "$library")"
        cp -L "$library" "$root$library"
    done
    {
        tar -C "$root" -c . | timeout -k 10 60 podman import --quiet - localhost/hira-trial &&
            timeout -k 10 60 podman network create --internal hira-trial &&
            timeout -k 10 60 podman run --rm --name hira-trial --network hira-trial --no-hosts --read-only \
                --tmpfs /tmp --cap-drop ALL --memory 64m localhost/hira-trial /bin/getent hosts hira-trial &&
            timeout -k 10 60 podman network rm -f hira-trial
    } >"$FOLDER/trial.log" 2>&1 </dev/null
}

# Removes everything that was made with the engine, and ends its service.
down() {
    # Without its own configuration, podman would clear the machine's store.
    [ -f "$CONTAINERS_CONF" ] && [ -f "$CONTAINERS_STORAGE_CONF" ] || return 0
    timeout -k 10 120 podman rm -af -t 0 >/dev/null 2>&1 || true
    timeout -k 10 60 podman network prune -f >/dev/null 2>&1 || true
    timeout -k 10 60 podman volume prune -f >/dev/null 2>&1 || true
    timeout -k 10 60 podman image prune -f >/dev/null 2>&1 || true
    # The service leads a session of its own, so this ends what it has started too.
    if [ -f "$FOLDER/service.pid" ]; then kill -- "-$(cat "$FOLDER/service.pid")" 2>/dev/null || true; fi
    rm -f "$SOCKET" "$FOLDER/service.pid"
}

# Checks the health of each container that is not healthy, every other second.
health() {
    local container
    while sleep 2; do
        for container in $(podman ps --quiet --filter health=starting --filter health=unhealthy); do
            timeout -k 5 30 podman healthcheck run "$container" >/dev/null 2>&1 || true
        done
    done
}

if [ "$#" -ne 1 ]; then
    say "engine.sh takes one of up, down and health, not '$*'"
    exit 2
fi
case $1 in
    up)
        mkdir -p "$FOLDER"/{storage,run,tmp,networks}
        install
        configure
        serve
        if ! try; then
            tail -n 3 "$FOLDER/trial.log" >&2
            down
            say "no container can run on this machine; the log is $FOLDER/trial.log"
            exit 69
        fi
        cat <<END
export CONTAINERS_CONF=$CONTAINERS_CONF
export CONTAINERS_STORAGE_CONF=$CONTAINERS_STORAGE_CONF
export DOCKER_HOST=unix://$SOCKET
export TESTCONTAINERS_RYUK_DISABLED=true
export TESTCONTAINERS_CHECKS_DISABLE=true
export TESTCONTAINERS_HOST_OVERRIDE=localhost
END
        ;;
    down)
        down
        ;;
    health)
        health
        ;;
    *)
        say "engine.sh takes one of up, down and health, not '$1'"
        exit 2
        ;;
esac
