package dev.hira.images;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A digest over texts and files. */
final class Digests {
    private final MessageDigest digest;

    Digests() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    void add(String text) {
        digest.update(text.getBytes(UTF_8));
        digest.update((byte) 0);
    }

    /** Adds the name and the content of a file. */
    void add(Path file) throws IOException {
        add(file.getFileName().toString());
        try (InputStream in = Files.newInputStream(file);
                OutputStream out =
                        new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
            in.transferTo(out);
        }
    }

    String hex() {
        return HexFormat.of().formatHex(digest.digest());
    }
}
