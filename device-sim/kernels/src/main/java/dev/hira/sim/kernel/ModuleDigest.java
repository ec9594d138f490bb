package dev.hira.sim.kernel;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The digest of a module's text, from which its kernels get unique numbers. */
public final class ModuleDigest {
    private final byte[] text;

    private ModuleDigest(byte[] text) {
        this.text = text;
    }

    /** Returns the digest of a text. This takes some milliseconds for a megabyte. */
    public static ModuleDigest of(PtxImage image) {
        return new ModuleDigest(sha256().digest(image.text().getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * Returns a number that is the same for the same kernel of the same text, wherever it is
     * loaded.
     */
    public long code(String kernel) {
        MessageDigest sha = sha256();
        sha.update(text);
        return ByteBuffer.wrap(sha.digest(kernel.getBytes(StandardCharsets.UTF_8))).getLong();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
