package dev.hira.pki;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Set;

/** Reads and writes PEM files; each appears under its name whole or not at all. */
final class PemFiles {
    private static final Set<PosixFilePermission> OWNER =
            PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> ALL =
            PosixFilePermissions.fromString("rw-r--r--");
    private static final String KEY = "PRIVATE KEY";

    private PemFiles() {}

    static void write(Path file, X509Certificate certificate)
            throws IOException, GeneralSecurityException {
        write(file, "CERTIFICATE", certificate.getEncoded(), ALL);
    }

    static void write(Path file, X509CRL list) throws IOException, GeneralSecurityException {
        write(file, "X509 CRL", list.getEncoded(), ALL);
    }

    /** Writes a key that only this user can read. */
    static void write(Path file, PrivateKey key) throws IOException {
        write(file, KEY, key.getEncoded(), OWNER);
    }

    private static void write(Path file, String kind, byte[] content, Set<PosixFilePermission> mode)
            throws IOException {
        Base64.Encoder lines = Base64.getMimeEncoder(64, new byte[] {'\n'});
        String text =
                "-----BEGIN "
                        + kind
                        + "-----\n"
                        + lines.encodeToString(content)
                        + "\n-----END "
                        + kind
                        + "-----\n";
        Path fresh = file.resolveSibling("." + file.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        Files.createFile(fresh, PosixFilePermissions.asFileAttribute(OWNER));
        Files.writeString(fresh, text);
        Files.setPosixFilePermissions(fresh, mode);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }

    static X509Certificate certificate(Path file) throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(file)) {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
    }

    static X509CRL revocations(Path file) throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(file)) {
            return (X509CRL) CertificateFactory.getInstance("X.509").generateCRL(in);
        }
    }

    static PrivateKey key(Path file) throws IOException, GeneralSecurityException {
        String text = Files.readString(file, StandardCharsets.US_ASCII);
        String body = text.replaceAll("-----(BEGIN|END) " + KEY + "-----|\\s", "");
        return KeyFactory.getInstance("EC")
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(body)));
    }
}
