package dev.hira.base.tls;

import java.nio.file.Path;

/**
 * The files of a process's identity, all in PEM.
 *
 * @param certificate the certificate, with those between it and the authority
 * @param key its private key, in PKCS#8 without a password
 * @param authority the certificates that sign those of peers
 * @param revoked lists of revoked certificates; a file that is missing at the start revokes none
 */
public record TlsFiles(Path certificate, Path key, Path authority, Path revoked) {
    public static final String CERTIFICATE = "tls.crt";
    public static final String KEY = "tls.key";
    public static final String AUTHORITY = "ca.crt";
    public static final String REVOKED = "crl.pem";

    /** Returns the files of a folder with the usual names, which are those of Kubernetes. */
    public static TlsFiles in(Path folder) {
        return new TlsFiles(
                folder.resolve(CERTIFICATE),
                folder.resolve(KEY),
                folder.resolve(AUTHORITY),
                folder.resolve(REVOKED));
    }
}
