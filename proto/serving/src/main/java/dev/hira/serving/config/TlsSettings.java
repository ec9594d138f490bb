package dev.hira.serving.config;

import dev.hira.base.tls.TlsFiles;
import java.net.URI;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the block {@code tls}, which all serving processes have in common. */
public final class TlsSettings {
    private static final String SCHEME = "hira+tls";

    private TlsSettings() {}

    /**
     * Returns the files of the process's identity; empty when the block names none.
     *
     * @param uris the URIs by which the process listens and connects
     * @throws com.typesafe.config.ConfigException when a file is missing in the block, or the block
     *     is, and a URI asks for TLS
     */
    public static Optional<TlsFiles> read(Settings at, Collection<URI> uris) {
        String folder = at.text("tls.folder");
        TlsFiles usual = TlsFiles.in(Path.of(folder));
        TlsFiles files =
                new TlsFiles(
                        file(at, "tls.certificate", usual.certificate()),
                        file(at, "tls.key", usual.key()),
                        file(at, "tls.authority", usual.authority()),
                        file(at, "tls.revoked", usual.revoked()));
        if (!folder.isEmpty()) {
            return Optional.of(files);
        }
        if (Stream.of("tls.certificate", "tls.key", "tls.authority")
                .allMatch(key -> at.text(key).isEmpty())) {
            requireNone(at, uris);
            return Optional.empty();
        }
        for (String key : new String[] {"tls.certificate", "tls.key", "tls.authority"}) {
            if (at.text(key).isEmpty()) {
                throw at.bad(key, "names no file; name one, or the folder of all in tls.folder");
            }
        }
        return Optional.of(files);
    }

    private static void requireNone(Settings at, Collection<URI> uris) {
        for (URI uri : uris) {
            if (SCHEME.equals(uri.getScheme())) {
                throw at.bad(
                        "tls.folder",
                        "names no folder, and '"
                                + uri
                                + "' needs a certificate; name the folder that hira pki issue made");
            }
        }
    }

    private static Path file(Settings at, String key, Path usual) {
        String given = at.text(key);
        return given.isEmpty() ? usual : Path.of(given);
    }
}
