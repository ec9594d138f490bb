package dev.hira.cli.admin;

import dev.hira.admin.v1.GetRulesRequest;
import dev.hira.admin.v1.LoadRulesRequest;
import dev.hira.admin.v1.Rules;
import dev.hira.cli.client.ErrorMessages;
import dev.hira.cli.client.Examples;
import dev.hira.cli.client.InputFile;
import dev.hira.cli.client.OperatorOptions;
import dev.hira.cli.client.UsageException;
import dev.hira.router.RouterCheck;
import dev.hira.router.RouterOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
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
        subcommands = {RulesCommand.Show.class, RulesCommand.Load.class, RulesCommand.Clear.class})
public final class RulesCommand {
    private static final int MOST_BYTES = 1 << 20;

    /** Shows the rules in force. */
    @Command(
            name = "show",
            description = "Show the rules in force.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  hira rules show")
    static final class Show implements Runnable {
        @Mixin OperatorOptions operator = new OperatorOptions();

        @Override
        public void run() {
            operator.tell(
                    admin -> admin.now().getRules(GetRulesRequest.getDefaultInstance()),
                    rules ->
                            operator.out()
                                    .print(
                                            rules.getText().isBlank()
                                                    ? "there are no rules\n"
                                                    : rules.getText()));
        }
    }

    /** Removes all rules. */
    @Command(
            name = "clear",
            description = "Remove all rules of the operator.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  hira rules clear")
    static final class Clear implements Runnable {
        @Mixin OperatorOptions operator = new OperatorOptions();

        @Override
        public void run() {
            operator.requireNoNames();
            operator.tell(
                    admin -> admin.now().loadRules(LoadRulesRequest.getDefaultInstance()),
                    rules ->
                            operator.out()
                                    .println("there are no rules, version " + rules.getVersion()));
        }
    }

    /** Loads rules. */
    @Command(
            name = "load",
            description =
                    "Check the rules in a file and put them in force. When they have errors, nothing"
                            + " changes.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  hira rules load fair.rules --check")
    static final class Load implements Runnable {
        @Mixin OperatorOptions operator = new OperatorOptions();

        @Parameters(
                index = "0",
                paramLabel = "FILE",
                description = "The file with the rules; - reads standard input.")
        String file = "";

        @Option(
                names = "--check",
                description =
                        "Check only, change nothing: by the router, or by this version if no router is named.")
        boolean check;

        @Override
        public void run() {
            operator.requireNoNames();
            if (check && !operator.namesRouter()) {
                checkHere();
                return;
            }
            LoadRulesRequest request =
                    LoadRulesRequest.newBuilder()
                            .setText(text())
                            .setSource(source())
                            .setValidateOnly(check)
                            .build();
            operator.tell(admin -> admin.now().loadRules(request), this::print);
        }

        /** Checks the rules as a router of this version does. */
        private void checkHere() {
            RouterCheck.rules(text(), source(), RouterOptions.defaults())
                    .ifPresent(wrong -> {
                        throw new UsageException(wrong);
                    });
            operator.done("source", file, "the rules are valid");
        }

        private void print(Rules rules) {
            operator.out()
                    .println(
                            check
                                    ? "the rules are valid; nothing was changed"
                                    : "the rules are in force, version " + rules.getVersion());
        }

        private String source() {
            return file.equals("-") ? "standard input" : file;
        }

        private String text() {
            if (!file.equals("-")) {
                InputFile.require(Path.of(file));
            }
            try (InputStream in =
                    file.equals("-") ? System.in : Files.newInputStream(Path.of(file))) {
                byte[] bytes = in.readNBytes(MOST_BYTES + 1);
                if (bytes.length > MOST_BYTES) {
                    throw new UsageException(
                            "the rules in " + file + " have more than " + MOST_BYTES + " bytes");
                }
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(bytes))
                        .toString();
            } catch (CharacterCodingException e) {
                throw new UsageException("the rules in " + file + " are no text in UTF-8");
            } catch (IOException e) {
                throw new UsageException(ErrorMessages.sentence(e));
            }
        }
    }
}
