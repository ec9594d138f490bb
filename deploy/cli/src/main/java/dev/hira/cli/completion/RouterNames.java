package dev.hira.cli.completion;

import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Completion of names that only a router knows: VMs, servers, devices, sessions and classes.
 *
 * <p>An argument with such a name gets one candidate, a mark such as {@code @vm@}. The script
 * replaces a mark by the names when it is about to complete this argument: it asks the router by
 * {@code hira vm list}. It asks none if no router is named, or if the router's socket is not there.
 */
final class RouterNames {
    /** The kind of name that an argument takes, by the argument's label in the help. */
    private static final Map<String, String> KINDS =
            Map.of(
                    "VM", "vm",
                    "SERVER", "server",
                    "DEVICE", "device",
                    "SERVER[/DEVICE]", "place",
                    "SESSION", "session",
                    "CLASS", "class");

    private static final String ARRAY_FUNCTION = "function compReplyArray() {";

    private static final String SCRIPT =
            """
            # Prints the names of the kind $1 that the router knows, each on a line.
            function _hira_names() {
              local kind=$1 admin=${HIRA_ADMIN:-}
              case "${COMP_LINE}" in
                *"--admin "*) admin=${COMP_LINE#*--admin }; admin=${admin%% *} ;;
                *"--admin="*) admin=${COMP_LINE#*--admin=}; admin=${admin%% *} ;;
              esac
              case "${admin}" in
                "") return ;;
                hira+unix://*) [ -S "${admin#hira+unix://}" ] || return ;;
              esac
              if [ "${kind}" = place ]; then kind=device; fi
              HIRA_COMPLETING=1 "${COMP_WORDS[0]}" "${kind}" list -o name --timeout 2s --admin "${admin}" \\
                2>/dev/null </dev/null | if [ "$1" = place ]; then sed 's|^\\(.*\\)/.*|\\1\\n&|'; else cat; fi | sort -u
            }

            # Generates completions like _hira_reply_array, with the router's names in place of marks such as @vm@.
            function compReplyArray() {
              local value values
              values=()
              for value in "$@"; do
                case "${value}" in
                  @*@) local IFS=$'\\n'; values+=( $( _hira_names "${value//@/}" ) ) ;;
                  *) values+=( "${value}" ) ;;
                esac
              done
              _hira_reply_array "${values[@]}"
            }

            """;

    private RouterNames() {}

    /** Marks the arguments of a command and of its subcommands. */
    static void markIn(CommandSpec spec) {
        for (ArgSpec arg : List.copyOf(spec.args())) {
            String kind = KINDS.get(arg.paramLabel());
            if (kind != null) {
                mark(spec, arg, List.of("@" + kind + "@"));
            }
        }
        for (CommandLine sub : spec.subcommands().values()) {
            markIn(sub.getCommandSpec());
        }
    }

    private static void mark(CommandSpec spec, ArgSpec arg, List<String> candidates) {
        spec.remove(arg);
        switch (arg) {
            case OptionSpec option ->
                    spec.addOption(
                            OptionSpec.builder(option).completionCandidates(candidates).build());
            case PositionalParamSpec positional ->
                    spec.addPositional(
                            PositionalParamSpec.builder(positional)
                                    .completionCandidates(candidates)
                                    .build());
            default -> throw new IllegalArgumentException(arg + " is no option and no parameter");
        }
    }

    /** Returns picocli's script for bash with the functions that replace the marks. */
    static String in(String script) {
        if (!script.contains(ARRAY_FUNCTION)) {
            throw new IllegalStateException("the script of picocli lacks " + ARRAY_FUNCTION);
        }
        return script.replace(ARRAY_FUNCTION, SCRIPT + "function _hira_reply_array() {");
    }
}
