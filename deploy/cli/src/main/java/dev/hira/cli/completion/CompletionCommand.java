package dev.hira.cli.completion;

import dev.hira.cli.client.Examples;
import java.util.Locale;
import java.util.function.Supplier;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints a script with which a shell completes the commands of {@code hira}. */
@Command(
        name = "completion",
        description = {
            "Print a script with which a shell completes commands and options.",
            "In bash and zsh it completes the names of a router's VMs, servers, devices, sessions and",
            "classes too, if HIRA_ADMIN names the router.",
            "  bash  . <(hira completion bash), in ~/.bashrc",
            "  zsh   . <(hira completion zsh), in ~/.zshrc",
            "  fish  hira completion fish > ~/.config/fish/completions/hira.fish"
        },
        mixinStandardHelpOptions = true,
        footerHeading = Examples.HEADING,
        footer = "  hira completion bash")
public final class CompletionCommand implements Runnable {
    enum Shell {
        BASH,
        ZSH,
        FISH;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Supplier<CommandLine> whole;

    @Parameters(paramLabel = "SHELL", description = "One of ${COMPLETION-CANDIDATES}.")
    Shell shell = Shell.BASH;

    @Spec CommandSpec spec;

    /**
     * @param whole returns the command line with all commands
     */
    @SuppressWarnings("NullAway") // picocli sets the specification
    public CompletionCommand(Supplier<CommandLine> whole) {
        this.whole = whole;
    }

    @Override
    public void run() {
        CommandLine all = whole.get();
        ScriptCommand.addTo(all);
        spec.commandLine()
                .getOut()
                .println(
                        switch (shell) {
                            // picocli's script serves zsh as well, through bashcompinit.
                            case BASH, ZSH -> bash(all);
                            case FISH -> FishCompletion.of(all.getCommandSpec());
                        });
        spec.commandLine().getOut().flush();
    }

    private static String bash(CommandLine all) {
        RouterNames.markIn(all.getCommandSpec());
        return RouterNames.in(AutoComplete.bash("hira", all));
    }
}
