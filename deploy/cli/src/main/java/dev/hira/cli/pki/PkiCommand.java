package dev.hira.cli.pki;

import dev.hira.base.CountText;
import dev.hira.base.tls.PeerRole;
import dev.hira.cli.client.Examples;
import dev.hira.cli.client.OutputOptions;
import dev.hira.cli.client.TextTable;
import dev.hira.cli.client.UsageException;
import dev.hira.pki.Authority;
import dev.hira.pki.IssuedCertificate;
import dev.hira.pki.TokenIssuer;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A certificate authority in a folder, for trying TLS out. */
@Command(
        name = "pki",
        description =
                "Issue and revoke certificates for guests, routers, API servers and operators.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            PkiCommand.Init.class,
            PkiCommand.Issue.class,
            EnrollCommand.class,
            PkiCommand.ListIssued.class,
            PkiCommand.Revoke.class,
            PkiCommand.Token.class
        })
public final class PkiCommand {
    static final InstantSource CLOCK = InstantSource.system();

    static PrintWriter out(@Nullable CommandSpec spec) {
        return line(spec).getOut();
    }

    static PrintWriter err(@Nullable CommandSpec spec) {
        return line(spec).getErr();
    }

    private static CommandLine line(@Nullable CommandSpec spec) {
        if (spec == null) {
            throw new IllegalStateException("the command line has not been read yet");
        }
        return spec.commandLine();
    }

    static void requireDays(int days) {
        if (days < 1) {
            throw new UsageException(
                    "--days: " + days + " was asked; allowed is a whole number from 1");
        }
    }

    /** The option that all commands share. */
    static final class Place {
        @Option(
                names = "--authority",
                paramLabel = "FOLDER",
                description = "The authority's folder. Default: ${DEFAULT-VALUE}.")
        Path folder = Path.of("pki");

        Authority open() {
            return Authority.open(folder, CLOCK);
        }
    }

    /** Creates the authority. */
    @Command(
            name = "init",
            description =
                    "Create an authority: its key, its certificate and an empty list of revocations.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  hira pki init")
    static final class Init implements Runnable {
        @Mixin Place place = new Place();

        @Parameters(
                index = "0",
                arity = "0..1",
                paramLabel = "FOLDER",
                description = "The authority's folder, in place of --authority.")
        @Nullable Path folder;

        @Spec @Nullable CommandSpec spec;

        @Override
        public void run() {
            Path asked = folder();
            Authority.init(asked, CLOCK);
            out(spec).println("created the authority " + asked);
            out(spec).flush();
        }

        private Path folder() {
            if (folder == null) {
                return place.folder;
            }
            if (line(spec).getParseResult().hasMatchedOption("--authority")) {
                throw new UsageException(
                        "the folder '"
                                + folder
                                + "' and --authority "
                                + place.folder
                                + " were given; name the authority's folder once");
            }
            return folder;
        }
    }

    /** Issues a certificate. */
    @Command(
            name = "issue",
            description =
                    "Issue a certificate and a key, into the folder ROLE-NAME of the authority.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  hira pki issue router r1 --host router.example")
    static final class Issue implements Runnable {
        @Mixin Place place = new Place();

        @Parameters(
                index = "0",
                paramLabel = "ROLE",
                description = "vm, router, server, viewer, operator or admin.")
        String role = "";

        @Parameters(
                index = "1",
                paramLabel = "NAME",
                description = "The name of the VM, the router, the server or the operator.")
        String name = "";

        @Option(
                names = "--host",
                paramLabel = "HOST",
                description =
                        "A name or address at which the holder listens. May be repeated. Default: localhost.")
        List<String> hosts = List.of("localhost", "127.0.0.1", "::1");

        @Option(
                names = "--days",
                paramLabel = "DAYS",
                description = "For how long the certificate is valid. Default: ${DEFAULT-VALUE}.")
        int days = 90;

        @Option(
                names = "--out",
                paramLabel = "FOLDER",
                description =
                        "Write into this folder instead, with copies of the authority's files.")
        @Nullable Path folder;

        @Spec @Nullable CommandSpec spec;

        @Override
        public void run() {
            PeerRole meant =
                    PeerRole.named(role)
                            .orElseThrow(() ->
                                    new UsageException(
                                            "'"
                                                    + role
                                                    + "' is not a role; allowed are "
                                                    + PeerRole.words()));
            requireDays(days);
            Authority authority = place.open();
            Duration life = Duration.ofDays(days);
            PeerRole.Named holder = new PeerRole.Named(meant, name);
            List<IssuedCertificate> earlier =
                    authority.issued().stream()
                            .filter(one -> one.holder().equals(holder))
                            .filter(one -> one.state(CLOCK.instant()).equals("valid"))
                            .toList();
            Path made =
                    folder == null
                            ? authority.issue(meant, name, hosts, life)
                            : authority.issue(meant, name, hosts, life, folder);
            out(spec).println(made);
            out(spec).flush();
            earlier.forEach(this::tellOfEarlier);
        }

        private void tellOfEarlier(IssuedCertificate earlier) {
            err(spec)
                    .printf(
                            "hira pki issue: an earlier certificate of %s/%s stays valid until %s; 'hira pki"
                                    + " revoke %s' ends it%n",
                            earlier.holder().role().word(),
                            earlier.holder().name(),
                            earlier.until().truncatedTo(ChronoUnit.SECONDS),
                            earlier.serial());
        }
    }

    /** Lists the certificates. */
    @Command(
            name = "list",
            description = "List the certificates that the authority has issued.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  hira pki list -o json")
    static final class ListIssued implements Runnable {
        @Mixin Place place = new Place();
        @Mixin OutputOptions output = new OutputOptions();

        private record Listed(String role, String name, String state, String until, String serial) {
            static Listed of(IssuedCertificate one, Instant now) {
                return new Listed(
                        one.holder().role().word(),
                        one.holder().name(),
                        String.valueOf(one.state(now)),
                        one.until().truncatedTo(ChronoUnit.SECONDS).toString(),
                        String.valueOf(one.serial()));
            }
        }

        @Override
        public void run() {
            Instant now = CLOCK.instant();
            output.show(
                    place.open().issued().stream().map(one -> Listed.of(one, now)).toList(),
                    this::table);
        }

        private void table(List<Listed> certificates) {
            TextTable table = new TextTable("ROLE", "NAME", "STATE", "UNTIL", "SERIAL");
            certificates.forEach(one ->
                    table.row(one.role(), one.name(), one.state(), one.until(), one.serial()));
            table.print(output.out());
        }
    }

    /** Revokes certificates or tokens. */
    @Command(
            name = "revoke",
            description =
                    "Revoke a certificate, all certificates of a role and name, or all tokens of a VM.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = {"  hira pki revoke vm/blue", "  hira pki revoke vm/blue --token-file tokens"})
    static final class Revoke implements Runnable {
        private static final String VM = PeerRole.VM.word() + "/";

        @Mixin Place place = new Place();

        @Parameters(
                index = "0",
                paramLabel = "WHICH",
                description = "A serial number, or ROLE/NAME, for example vm/blue.")
        String which = "";

        @Option(
                names = "--token-file",
                paramLabel = "FILE",
                description = "Revoke the VM's tokens in this file, instead of certificates.")
        @Nullable Path tokens;

        @Spec @Nullable CommandSpec spec;

        @Override
        public void run() {
            if (tokens == null) {
                certificates();
            } else {
                tokens(tokens);
            }
            out(spec).flush();
        }

        private void tokens(Path file) {
            if (!which.startsWith(VM)) {
                throw new UsageException(
                        "'" + which + "' is not a VM; tokens are those of vm/NAME");
            }
            String vm = which.substring(VM.length());
            int ended = new TokenIssuer(file).revoke(vm);
            out(spec).println("revoked " + CountText.of(ended, "token") + " of " + which);
        }

        private void certificates() {
            for (IssuedCertificate one : place.open().revoke(which)) {
                out(spec)
                        .println(
                                "revoked "
                                        + one.holder().role().word()
                                        + "/"
                                        + one.holder().name()
                                        + " "
                                        + one.serial());
            }
            out(spec)
                    .println(
                            "processes outside of the authority's folder need the new "
                                    + place.folder.resolve("crl.pem"));
        }
    }

    /** Issues a token. */
    @Command(
            name = "token",
            description =
                    "Issue a token for the guests of a VM, and add its hash to a file for"
                            + " auth.token-file.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  hira pki token blue --file tokens")
    static final class Token implements Runnable {
        @Parameters(index = "0", paramLabel = "VM", description = "The VM.")
        String vm = "";

        @Option(
                names = "--file",
                paramLabel = "FILE",
                description = "The file of tokens. Default: ${DEFAULT-VALUE}.")
        Path file = Path.of("tokens");

        @Option(
                names = "--days",
                paramLabel = "DAYS",
                description = "For how long the token is valid. Default: ${DEFAULT-VALUE}.")
        int days = 90;

        @Option(names = "--replace", description = "End the VM's other tokens at once.")
        boolean replace;

        @Spec @Nullable CommandSpec spec;

        @Override
        public void run() {
            requireDays(days);
            Instant now = CLOCK.instant();
            Instant until = now.plus(Duration.ofDays(days)).truncatedTo(ChronoUnit.SECONDS);
            out(spec).println(new TokenIssuer(file).issue(vm, now, until, replace));
            out(spec).flush();
        }
    }
}
