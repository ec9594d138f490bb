#!/usr/bin/env bash
# A container engine for the tests, without a daemon of Docker: podman with a socket that speaks Docker's API.
#   engine.sh up     installs podman (Debian, as root), starts its service, and prints variables for Testcontainers
#   engine.sh down   removes the containers, networks and volumes that were made with it, and ends the service
# Everything but the packages lies in $HIRA_ENGINE (by default /tmp/hira-containers); the machine's own containers and
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

# Installs the programs, if this is Debian or a relative of it and the user is root.
install() {
    installed && return
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
        say "podman, runc, netavark, aardvark-dns or iptables is missing, and only root on Debian can install them here"
        exit 69
    fi
    say "installing podman"
    if ! { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        podman runc netavark aardvark-dns iptables; } >"$FOLDER/install.log" 2>&1 </dev/null; then
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
    for _ in $(seq 100); do
        if answers; then return; fi
        sleep 0.1
    done
    tail -n 5 "$FOLDER/service.log" >&2
    say "podman's service does not answer; its log is $FOLDER/service.log"
    exit 69
}

case "${1:-}" in
    up)
        mkdir -p "$FOLDER"/{storage,run,tmp,networks}
        install
        configure
        serve
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
        # Without its own configuration, podman would clear the machine's store.
        [ -f "$CONTAINERS_CONF" ] && [ -f "$CONTAINERS_STORAGE_CONF" ] || exit 0
        podman rm -af -t 0 >/dev/null 2>&1 || true
        podman network prune -f >/dev/null 2>&1 || true
        podman volume prune -f >/dev/null 2>&1 || true
        if [ -f "$FOLDER/service.pid" ]; then kill "$(cat "$FOLDER/service.pid")" 2>/dev/null || true; fi
        rm -f "$SOCKET" "$FOLDER/service.pid"
        ;;
    *)
        say "engine.sh takes up or down, not '${1:-}'"
        exit 64
        ;;
esac
