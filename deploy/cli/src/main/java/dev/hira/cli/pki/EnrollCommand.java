package dev.hira.cli.pki;

import dev.hira.base.tls.PeerRole;
import dev.hira.base.tls.TlsFiles;
import dev.hira.cli.client.Examples;
import dev.hira.cli.client.UsageException;
import dev.hira.pki.Authority;
import dev.hira.pki.TokenIssuer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Gives the processes of a whole stack their identities, as a container that runs first. */
@Command(
        name = "enroll",
        description = {
            "Issue certificates for several holders at once, each into a folder ROLE-NAME with all",
            "that its process needs. Create the authority if there is none, and renew the",
            "certificates that exist."
        },
        mixinStandardHelpOptions = true,
        footerHeading = Examples.HEADING,
        footer = {
            "  hira pki enroll --authority pki --out identities server/gpu1@gpu1.example \\",
            "      router/r1@router.example vm/blue admin/ann"
        })
final class EnrollCommand implements Runnable {
    private static final Pattern HOLDER = Pattern.compile("([a-z]+)/([^@]+)(?:@(.+))?");

    /** A holder of a certificate, and the hosts at which it listens. */
    private record Holder(PeerRole role, String name, List<String> hosts) {
        static Holder parse(String text) {
            Matcher matcher = HOLDER.matcher(text);
            if (!matcher.matches() || PeerRole.named(matcher.group(1)).isEmpty()) {
                throw new UsageException(
                        "'"
                                + text
                                + "' is not a holder; write ROLE/NAME or ROLE/NAME@HOST,HOST, with a role of "
                                + PeerRole.words());
            }
            String hosts = matcher.group(3);
            return new Holder(
                    PeerRole.named(matcher.group(1)).orElseThrow(),
                    matcher.group(2),
                    hosts == null ? List.of() : List.of(hosts.split(",")));
        }
    }

    @Parameters(
            arity = "1..*",
            paramLabel = "ROLE/NAME[@HOST,...]",
            description = "Holders, with the hosts at which routers and servers listen.")
    List<String> holders = new ArrayList<>();

    @Option(
            names = "--authority",
            paramLabel = "FOLDER",
            description = "The authority's folder. Default: ${DEFAULT-VALUE}.")
    Path folder = Path.of("pki");

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            required = true,
            description = "The folder of the identities' folders.")
    Path out = Path.of("");

    @Option(
            names = "--days",
            paramLabel = "DAYS",
            description =
                    "For how long certificates and tokens are valid. Default: ${DEFAULT-VALUE}.")
    int days = 90;

    @Option(
            names = "--metrics",
            paramLabel = "NAME",
            description = {
                "Issue a token for a reader of metrics too: into the file token in the folder NAME; its",
                "hash into the file tokens in the folder metrics, for metrics.token-file."
            })
    @Nullable String reader;

    @Option(
            names = "--group",
            description = "Let the group of this process read keys and tokens, besides its user.")
    boolean group;

    @Spec @Nullable CommandSpec spec;

    @Override
    public void run() {
        PkiCommand.requireDays(days);
        List<Holder> meant = holders.stream().map(Holder::parse).toList();
        Authority authority = Authority.openOrInit(folder, PkiCommand.CLOCK);
        try {
            for (Holder holder : meant) {
                Path identity = out.resolve(holder.role().word() + "-" + holder.name());
                authority.issue(
                        holder.role(),
                        holder.name(),
                        holder.hosts(),
                        Duration.ofDays(days),
                        identity);
                share(identity, TlsFiles.KEY);
                PkiCommand.out(spec).println(identity);
            }
            if (reader != null) {
                issueToken(reader);
            }
        } catch (IOException e) {
            throw new UsageException(
                    "the identities cannot be written into '" + out + "': " + e.getMessage());
        }
        PkiCommand.out(spec).flush();
    }

    private void issueToken(String name) throws IOException {
        Path hashes = Files.createDirectories(out.resolve("metrics"));
        Path own = Files.createDirectories(out.resolve(name));
        Instant now = PkiCommand.CLOCK.instant();
        String token =
                new TokenIssuer(hashes.resolve("tokens"))
                        .issue(name, now, now.plus(Duration.ofDays(days)), false);
        Path file = own.resolve("token");
        Files.deleteIfExists(file);
        Files.createFile(
                file,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, token);
        share(hashes, "tokens");
        share(own, "token");
        PkiCommand.out(spec).println(own);
    }

    /** Opens a secret file and its folder to the group, if that was asked. */
    private void share(Path at, String file) throws IOException {
        if (group) {
            permit(at.resolve(file), PosixFilePermission.GROUP_READ);
            permit(at, PosixFilePermission.GROUP_READ, PosixFilePermission.GROUP_EXECUTE);
        }
    }

    private static void permit(Path file, PosixFilePermission... permissions) throws IOException {
        Set<PosixFilePermission> all = EnumSet.copyOf(Files.getPosixFilePermissions(file));
        all.addAll(List.of(permissions));
        Files.setPosixFilePermissions(file, all);
    }
}
