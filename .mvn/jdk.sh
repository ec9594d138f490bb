# Finds a JDK for ./hira and ./mvnw, whichever java is on the PATH. Both source this file, so it is plain sh.
MIN_JDK=25

# Sets HOME where it is unset or empty, as under cron and systemd, to the folder that the system records for the user.
find_home() {
    [ -z "${HOME:-}" ] || return 0
    home_user=$(id -un 2>/dev/null) && HOME=$(eval "printf '%s' ~$home_user") || HOME=/
    case $HOME in /*) ;; *) HOME=/ ;; esac
}

# Prints the major version of the JDK in folder $1, or nothing if it has no complete JDK.
jdk_version() {
    [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] || return 0
    jdk_line=
    if [ -r "$1/release" ]; then jdk_line=$(grep -m1 '^JAVA_VERSION=' "$1/release") || jdk_line=; fi
    [ -n "$jdk_line" ] || jdk_line=$("$1/bin/java" -version 2>&1 | head -n 1)
    jdk_line=${jdk_line#*\"}
    printf '%s' "${jdk_line%%[!0-9]*}"
}

# Sets JAVA_HOME to the first JDK that is new enough: the present JAVA_HOME, the javac on the PATH, the usual folders.
find_jdk() {
    find_home
    jdk_javac=$(command -v javac) && jdk_javac=$(readlink -f "$jdk_javac" 2>/dev/null || printf '%s' "$jdk_javac")
    for jdk in "${JAVA_HOME:-}" "${jdk_javac%/bin/javac}" /usr/lib/jvm/* /usr/java/* /opt/java/* /opt/jdk* \
        "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
        [ -n "$jdk" ] || continue
        jdk_found=$(jdk_version "$jdk")
        if [ -n "$jdk_found" ] && [ "$jdk_found" -ge "$MIN_JDK" ]; then
            JAVA_HOME=$jdk
            export JAVA_HOME
            return 0
        fi
    done
    echo "${0##*/}: found no JDK $MIN_JDK or later (searched JAVA_HOME, the javac on the PATH, and the usual folders)." >&2
    echo "${0##*/}: install one, for example Temurin $MIN_JDK from your distribution or from adoptium.net, or set JAVA_HOME to it." >&2
    return 69
}
