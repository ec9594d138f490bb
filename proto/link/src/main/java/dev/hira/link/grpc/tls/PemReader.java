package dev.hira.link.grpc.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads certificates, keys and lists of revoked certificates from PEM files. */
final class PemReader {
    private static final Pattern KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY");

    private PemReader() {}

    static List<X509Certificate> certificates(Path file) throws TlsException {
        byte[] text = content(file);
        try {
            List<X509Certificate> all =
                    CertificateFactory.getInstance("X.509")
                            .generateCertificates(new ByteArrayInputStream(text))
                            .stream()
                            .map(X509Certificate.class::cast)
                            .toList();
            if (!all.isEmpty()) {
                return all;
            }
        } catch (GeneralSecurityException e) {
            // Refused below.
        }
        throw new TlsException(
                "the file '" + file + "' holds no certificate in PEM; write one, or name another");
    }

    /** Returns the lists of a file; none when the file is missing. */
    static List<X509CRL> revocations(Path file) throws TlsException {
        if (!Files.exists(file)) {
            return List.of();
        }
        byte[] text = content(file);
        try {
            return CertificateFactory.getInstance("X.509")
                    .generateCRLs(new ByteArrayInputStream(text))
                    .stream()
                    .map(X509CRL.class::cast)
                    .toList();
        } catch (GeneralSecurityException e) {
            throw new TlsException(
                    "the file '"
                            + file
                            + "' holds no list of revoked certificates in PEM; write one, or"
                            + " remove it before the process starts");
        }
    }

    /** Returns the key of a certificate. */
    static PrivateKey key(Path file, X509Certificate of) throws TlsException {
        Matcher found = KEY.matcher(new String(content(file), StandardCharsets.US_ASCII));
        if (found.find()) {
            try {
                byte[] key = Base64.getMimeDecoder().decode(found.group(1));
                return KeyFactory.getInstance(of.getPublicKey().getAlgorithm())
                        .generatePrivate(new PKCS8EncodedKeySpec(key));
            } catch (GeneralSecurityException | IllegalArgumentException e) {
                // Refused below.
            }
        }
        throw new TlsException(
                "the file '"
                        + file
                        + "' holds no "
                        + of.getPublicKey().getAlgorithm()
                        + " key in PKCS#8 without a password; write one, or name another");
    }

    private static byte[] content(Path file) throws TlsException {
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw new TlsException("the file '" + file + "' does not exist; name another");
        } catch (IOException e) {
            throw new TlsException(
                    "the file '" + file + "' cannot be read: may this user read it?");
        }
    }
}
