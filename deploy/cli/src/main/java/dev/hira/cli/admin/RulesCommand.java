package dev.hira.cli.admin;

import dev.hira.admin.v1.GetRulesRequest;
import dev.hira.admin.v1.LoadRulesRequest;
import dev.hira.admin.v1.Rules;
import dev.hira.cli.AdminClient;
import dev.hira.cli.UsageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The operator's own rules. */
@Command(
        name = "rules",
        description = "Show and load an operator's own rules.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {RulesCommand.Show.class, RulesCommand.Load.class})
public final class RulesCommand {
    /** Shows those that hold. */
    @Command(
            name = "show",
            description = "Show the rules that hold.",
            mixinStandardHelpOptions = true)
    static final class Show implements Runnable {
        @Mixin Operator operator = new Operator();

        @Override
        public void run() {
            try (AdminClient admin = operator.connect()) {
                Rules rules = admin.now().getRules(GetRulesRequest.getDefaultInstance());
                if (operator.json) {
                    operator.print(rules);
                } else if (rules.getText().isBlank()) {
                    operator.out().println("there are no rules");
                } else {
                    operator.out().print(rules.getText());
                }
                operator.out().flush();
            }
        }
    }

    /** Loads others. */
    @Command(
            name = "load",
            description =
                    "Check the rules in a file and have them hold from now on. When they make no sense"
                            + " nothing changes.",
            mixinStandardHelpOptions = true)
    static final class Load implements Runnable {
        @Mixin Operator operator = new Operator();

        @Parameters(
                index = "0",
                paramLabel = "FILE",
                description = "The rules; - is standard input.")
        String file = "";

        @Option(names = "--check", description = "Check only, change nothing.")
        boolean check;

        @Override
        public void run() {
            LoadRulesRequest request =
                    LoadRulesRequest.newBuilder()
                            .setText(text())
                            .setSource(file.equals("-") ? "standard input" : file)
                            .setValidateOnly(check)
                            .build();
            try (AdminClient admin = operator.connect()) {
                Rules rules = admin.now().loadRules(request);
                if (operator.json) {
                    operator.print(rules);
                } else if (check) {
                    operator.out().println("the rules are right; nothing was changed");
                } else {
                    operator.out().println("the rules hold, version " + rules.getVersion());
                }
                operator.out().flush();
            }
        }

        private String text() {
            try {
                return file.equals("-")
                        ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8)
                        : Files.readString(Path.of(file));
            } catch (IOException e) {
                throw new UsageException(
                        "the rules in " + file + " cannot be read: does the file exist, in UTF-8?");
            }
        }
    }
}
