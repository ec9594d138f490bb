package dev.hira.cli.doctor;

import dev.hira.base.tls.PeerRole;
import dev.hira.base.tls.TlsFiles;
import dev.hira.link.grpc.tls.TlsIdentity;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.security.cert.CRL;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Date;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Checks of the certificate in a folder, with its key, its authority and its dates. */
final class CertificateChecks {
    private static final Duration SOON = Duration.ofDays(14);
    private static final int URI_NAME = 6;
    private static final Set<Integer> HOST_NAMES = Set.of(2, 7);
    private static final Set<PosixFilePermission> OTHERS =
            EnumSet.complementOf(
                    EnumSet.of(
                            PosixFilePermission.OWNER_READ,
                            PosixFilePermission.OWNER_WRITE,
                            PosixFilePermission.OWNER_EXECUTE));

    private final TlsFiles files;
    private final Instant now;

    CertificateChecks(Path folder, Instant now) {
        this.files = TlsFiles.in(folder);
        this.now = now;
    }

    List<Finding> all() {
        List<X509Certificate> chain;
        List<X509Certificate> authorities;
        try {
            TlsIdentity ignored = TlsIdentity.read(files);
            chain = read(files.certificate());
            authorities = read(files.authority());
        } catch (IllegalArgumentException | IOException | GeneralSecurityException e) {
            return List.of(
                    Finding.problem(
                            "certificate",
                            String.valueOf(e.getMessage()),
                            "no connection by hira+tls can be made with it",
                            "correct the files, or issue them again: hira pki issue"));
        }
        X509Certificate own = chain.getFirst();
        return List.of(name(own), dates(own), authority(chain, authorities), key());
    }

    private static List<X509Certificate> read(Path file)
            throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(file)) {
            return CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
                    .map(X509Certificate.class::cast)
                    .toList();
        }
    }

    private static Finding name(X509Certificate own) {
        List<PeerRole.Named> holders =
                names(own, Set.of(URI_NAME)).stream()
                        .flatMap(uri -> PeerRole.parse(uri).stream())
                        .toList();
        if (holders.size() != 1) {
            return Finding.problem(
                    "certificate",
                    own.getSubjectX500Principal() + " has " + holders.size() + " roles",
                    "peers take its holder for no VM, process or operator",
                    "use one with one URI hira://ROLE/NAME among its alternative names");
        }
        PeerRole role = holders.getFirst().role();
        String found = role.holder(holders.getFirst().name());
        List<String> hosts = names(own, HOST_NAMES);
        boolean serves = role == PeerRole.ROUTER || role == PeerRole.SERVER;
        return serves && hosts.isEmpty()
                ? Finding.problem(
                        "certificate",
                        found + ", without a host",
                        "clients refuse a server whose certificate does not name the host",
                        "issue it with --host HOST")
                : Finding.ok("certificate", serves ? found + " at " + hosts : found);
    }

    private static List<String> names(X509Certificate own, Set<Integer> kinds) {
        Collection<List<?>> all;
        try {
            all = own.getSubjectAlternativeNames();
        } catch (GeneralSecurityException e) {
            return List.of();
        }
        return all == null
                ? List.of()
                : all.stream()
                        .filter(name -> kinds.contains((Integer) name.getFirst()))
                        .map(name -> String.valueOf(name.get(1)))
                        .toList();
    }

    private Finding dates(X509Certificate own) {
        Instant from = own.getNotBefore().toInstant();
        Instant until = own.getNotAfter().toInstant();
        String found = "valid from " + from + " until " + until;
        if (now.isBefore(from)) {
            return Finding.problem(
                    "dates",
                    found + ", and here it is " + now.truncatedTo(ChronoUnit.SECONDS),
                    "peers refuse a certificate that is not valid yet",
                    "set the clock, for example by NTP");
        }
        if (!now.isBefore(until)) {
            return Finding.problem(
                    "dates", found, "peers refuse it", "issue another one: hira pki issue");
        }
        return now.plus(SOON).isBefore(until)
                ? Finding.ok("dates", found)
                : Finding.warning(
                        "dates",
                        found,
                        "peers refuse it from then on",
                        "issue another one before; processes read it without a restart");
    }

    private Finding authority(List<X509Certificate> chain, List<X509Certificate> authorities) {
        String signed = "signed by " + chain.getFirst().getIssuerX500Principal();
        try {
            PKIXParameters rules =
                    new PKIXParameters(
                            authorities.stream()
                                    .map(one -> new TrustAnchor(one, null))
                                    .collect(Collectors.toSet()));
            rules.setRevocationEnabled(false);
            rules.setDate(middle(chain.getFirst()));
            Object ignored =
                    CertPathValidator.getInstance("PKIX")
                            .validate(
                                    CertificateFactory.getInstance("X.509").generateCertPath(chain),
                                    rules);
        } catch (GeneralSecurityException e) {
            return Finding.problem(
                    "authority",
                    signed + ", and not by one in " + files.authority() + ": " + e.getMessage(),
                    "peers of that authority refuse it",
                    "put the certificate of its authority there, and those between into "
                            + files.certificate());
        }
        return revoked(chain.getFirst())
                ? Finding.problem(
                        "authority",
                        signed + ", and revoked",
                        "peers refuse it, and end its connections",
                        "ask for another one: hira pki issue")
                : Finding.ok("authority", signed);
    }

    /** Returns a date at which only the signatures can be wrong. */
    private static Date middle(X509Certificate own) {
        Instant from = own.getNotBefore().toInstant();
        Duration life = Duration.between(from, own.getNotAfter().toInstant());
        return Date.from(from.plus(life.dividedBy(2)));
    }

    private boolean revoked(X509Certificate own) {
        try (InputStream in = Files.newInputStream(files.revoked())) {
            Collection<? extends CRL> lists =
                    CertificateFactory.getInstance("X.509").generateCRLs(in);
            return lists.stream().anyMatch(list -> list.isRevoked(own));
        } catch (IOException | GeneralSecurityException e) {
            return false; // there is no list, or the identity could not have been read
        }
    }

    private Finding key() {
        try {
            Set<PosixFilePermission> open =
                    EnumSet.copyOf(Files.getPosixFilePermissions(files.key().toRealPath()));
            open.retainAll(OTHERS);
            return open.isEmpty()
                    ? Finding.ok("key", "readable by its owner only")
                    : Finding.problem(
                            "key",
                            files.key() + " can be used by others: " + open,
                            "a process that reads it can be its holder",
                            "chmod 600 " + files.key() + ", and issue another certificate");
        } catch (IOException | UnsupportedOperationException e) {
            return Finding.warning(
                    "key",
                    "the mode of " + files.key() + " is not known",
                    "a process that reads it can be its holder",
                    "keep it in a file system with modes");
        }
    }

    /** Returns the folder that the command line or the environment names; empty: none. */
    static Optional<Path> folder(@Nullable Path named, @Nullable String variable) {
        return named != null
                ? Optional.of(named)
                : Optional.of(Objects.requireNonNullElse(variable, ""))
                        .filter(text -> !text.isBlank())
                        .map(Path::of);
    }
}
