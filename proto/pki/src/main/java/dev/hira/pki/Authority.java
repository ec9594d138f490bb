package dev.hira.pki;

import dev.hira.base.tls.PeerRole;
import dev.hira.base.tls.TlsFiles;
import dev.hira.pki.Certificates.Period;
import dev.hira.pki.Certificates.Signer;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509CRL;
import java.security.cert.X509CRLEntry;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A certificate authority whose state is a folder: {@code ca.crt}, {@code ca.key}, {@code crl.pem},
 * {@code issued/SERIAL.crt} for each certificate, and a folder {@code ROLE-NAME} for each identity.
 * One process uses it at a time.
 */
public final class Authority {
    private static final Duration LIFE = Duration.ofDays(3650);

    /** Certificates are valid from a little before now, for machines with clocks behind. */
    private static final Duration EARLIER = Duration.ofMinutes(5);

    private static final String KEY = "ca.key";
    private static final String ISSUED = "issued";
    private static final String FOLDER_MODE = "rwx------";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9.:_*-]{1,253}");

    private final Path folder;
    private final Signer signer;
    private final InstantSource clock;

    private Authority(Path folder, Signer signer, InstantSource clock) {
        this.folder = folder;
        this.signer = signer;
        this.clock = clock;
    }

    /** Creates an authority in a folder that holds none yet. */
    public static Authority init(Path folder, InstantSource clock) {
        try {
            Files.createDirectories(
                    folder,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString(FOLDER_MODE)));
            if (Files.exists(folder.resolve(KEY))) {
                throw new PkiException(
                        "'"
                                + folder
                                + "' is an authority already; use it, or choose another folder");
            }
            Files.createDirectories(folder.resolve(ISSUED));
            KeyPair keys = Certificates.newKeys();
            Period period = new Period(clock.instant().minus(EARLIER), clock.instant().plus(LIFE));
            X509Certificate own = Certificates.ofAuthority(keys, "Hira authority", period);
            Signer signer = new Signer(own, keys.getPrivate());
            PemFiles.write(folder.resolve(TlsFiles.AUTHORITY), own);
            PemFiles.write(
                    folder.resolve(TlsFiles.REVOKED),
                    Certificates.revocations(List.of(), Optional.empty(), period, signer));
            PemFiles.write(folder.resolve(KEY), keys.getPrivate());
            return new Authority(folder, signer, clock);
        } catch (IOException | GeneralSecurityException e) {
            throw failed("an authority cannot be created in '" + folder + "'", e);
        }
    }

    /** Opens the authority of a folder, or creates one where there is none. */
    public static Authority openOrInit(Path folder, InstantSource clock) {
        return Files.exists(folder.resolve(KEY)) ? open(folder, clock) : init(folder, clock);
    }

    /** Opens the authority of a folder. */
    public static Authority open(Path folder, InstantSource clock) {
        if (!Files.exists(folder.resolve(KEY))) {
            throw new PkiException(
                    "'" + folder + "' holds no authority; create one with hira pki init " + folder);
        }
        try {
            return new Authority(
                    folder,
                    new Signer(
                            PemFiles.certificate(folder.resolve(TlsFiles.AUTHORITY)),
                            PemFiles.key(folder.resolve(KEY))),
                    clock);
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw failed("the authority in '" + folder + "' cannot be read", e);
        }
    }

    /**
     * Issues a certificate and a key, in the folder {@code ROLE-NAME} of the authority. Renews both
     * when the identity exists.
     *
     * @param hosts names and addresses at which the holder listens
     * @return the folder
     */
    public Path issue(PeerRole role, String name, List<String> hosts, Duration life) {
        return issue(role, name, hosts, life, folder.resolve(role.word() + "-" + name));
    }

    /** Issues into another folder, which then has copies of the authority's files. */
    public Path issue(
            PeerRole role, String name, List<String> hosts, Duration life, Path identity) {
        check(name, hosts, life);
        try {
            KeyPair keys = Certificates.newKeys();
            X509Certificate certificate =
                    Certificates.ofHolder(
                            keys.getPublic(),
                            new PeerRole.Named(role, name),
                            hosts,
                            new Period(clock.instant().minus(EARLIER), clock.instant().plus(life)),
                            signer);
            Files.createDirectories(
                    identity,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString(FOLDER_MODE)));
            PemFiles.write(
                    folder.resolve(ISSUED).resolve(serial(certificate) + ".crt"), certificate);
            share(TlsFiles.AUTHORITY, identity);
            share(TlsFiles.REVOKED, identity);
            PemFiles.write(identity.resolve(TlsFiles.KEY), keys.getPrivate());
            PemFiles.write(identity.resolve(TlsFiles.CERTIFICATE), certificate);
            return identity;
        } catch (IOException | GeneralSecurityException e) {
            throw failed("no certificate can be issued in '" + identity + "'", e);
        }
    }

    /**
     * Links a file of the authority into an identity inside it; copies it elsewhere. A process that
     * reads the file meanwhile finds the former one.
     */
    private void share(String file, Path identity) throws IOException {
        Path target = identity.resolve(file);
        Path fresh = identity.resolve("." + file + ".new");
        Files.deleteIfExists(fresh);
        if (folder.equals(identity.getParent())) {
            Files.createSymbolicLink(fresh, Path.of("..", file));
        } else {
            Files.copy(folder.resolve(file), fresh);
        }
        Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
    }

    private static void check(String name, List<String> hosts, Duration life) {
        if (!NAME.matcher(name).matches()) {
            throw new PkiException(
                    "the name '"
                            + name
                            + "' cannot stand in a certificate; use up to 64 letters, digits, '.',"
                            + " '_' and '-', with a letter or digit first");
        }
        for (String host : hosts) {
            if (!HOST.matcher(host).matches()) {
                throw new PkiException(
                        "'" + host + "' is neither the name of a host nor an address");
            }
        }
        if (life.compareTo(LIFE) > 0) {
            throw new PkiException(
                    "a certificate for "
                            + life.toDays()
                            + " days was asked; at most "
                            + LIFE.toDays()
                            + " are allowed");
        }
    }

    /** Returns all certificates, the oldest first. */
    public List<IssuedCertificate> issued() {
        try (Stream<Path> files = Files.list(folder.resolve(ISSUED))) {
            X509CRL list = revocations();
            List<IssuedCertificate> all = new ArrayList<>();
            for (Path file : files.filter(one -> one.toString().endsWith(".crt")).toList()) {
                all.add(describe(PemFiles.certificate(file), list));
            }
            all.sort(
                    Comparator.comparing(IssuedCertificate::from)
                            .thenComparing(IssuedCertificate::serial));
            return all;
        } catch (IOException | GeneralSecurityException e) {
            throw failed("the certificates in '" + folder + "' cannot be read", e);
        }
    }

    private X509CRL revocations() {
        Path file = folder.resolve(TlsFiles.REVOKED);
        String problem;
        try {
            X509CRL list = PemFiles.revocations(file);
            list.verify(signer.certificate().getPublicKey());
            return list;
        } catch (NoSuchFileException e) {
            problem = "is missing";
        } catch (IOException e) {
            problem = "cannot be read by this user";
        } catch (GeneralSecurityException e) {
            problem = "is empty, broken or signed by another authority";
        }
        throw new PkiException(
                "the list of revoked certificates '"
                        + file
                        + "' "
                        + problem
                        + "; put its newest copy there, for example that of a router or an API"
                        + " server");
    }

    private static IssuedCertificate describe(X509Certificate certificate, X509CRL list)
            throws CertificateParsingException {
        X509CRLEntry revoked = list.getRevokedCertificate(certificate.getSerialNumber());
        PeerRole.Named holder =
                certificate.getSubjectAlternativeNames().stream()
                        .flatMap(name -> PeerRole.parse(String.valueOf(name.get(1))).stream())
                        .findFirst()
                        .orElseThrow(() -> new CertificateParsingException("it names no role"));
        return new IssuedCertificate(
                serial(certificate),
                holder,
                certificate.getNotBefore().toInstant(),
                certificate.getNotAfter().toInstant(),
                Optional.ofNullable(revoked).map(entry -> entry.getRevocationDate().toInstant()));
    }

    /**
     * Revokes certificates: that of a serial number, or all of a {@code ROLE/NAME}.
     *
     * @return those that were valid before
     */
    public List<IssuedCertificate> revoke(String which) {
        List<IssuedCertificate> meant =
                issued().stream()
                        .filter(one -> one.revoked().isEmpty())
                        .filter(one -> one.serial().equals(which) || named(one).equals(which))
                        .toList();
        if (meant.isEmpty()) {
            throw new PkiException(
                    "no certificate that could be revoked has the serial number or the ROLE/NAME '"
                            + which
                            + "'; hira pki list shows all");
        }
        Path file = folder.resolve(TlsFiles.REVOKED);
        X509CRL earlier = revocations();
        try {
            PemFiles.write(
                    file,
                    Certificates.revocations(
                            meant.stream().map(one -> new BigInteger(one.serial(), 16)).toList(),
                            Optional.of(earlier),
                            new Period(notBefore(earlier), clock.instant().plus(LIFE)),
                            signer));
            return meant;
        } catch (IOException | GeneralSecurityException e) {
            throw failed("the list '" + file + "' cannot be written", e);
        }
    }

    /** Processes refuse a list that is older than theirs, even if the clock was put back since. */
    private Instant notBefore(X509CRL earlier) {
        Instant former = earlier.getThisUpdate().toInstant();
        Instant now = clock.instant();
        return now.isBefore(former) ? former : now;
    }

    private static String named(IssuedCertificate one) {
        return one.holder().role().word() + "/" + one.holder().name();
    }

    private static String serial(X509Certificate certificate) {
        return certificate.getSerialNumber().toString(16);
    }

    private static PkiException failed(String what, Exception e) {
        String reason =
                e instanceof FileAlreadyExistsException
                        ? "a file of that name exists"
                        : e.getMessage();
        return new PkiException(what + ": " + reason, e);
    }
}
