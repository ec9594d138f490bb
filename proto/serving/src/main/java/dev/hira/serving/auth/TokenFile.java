package dev.hira.serving.auth;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.base.tls.HashedToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file of hashed tokens, read again when it changes. A VM may have several, so that a new one can
 * be handed out while the former one still counts. While the file cannot be read, the former
 * content stays in effect. Thread-safe.
 */
public final class TokenFile {
    private static final Logger LOG = LoggerFactory.getLogger(TokenFile.class);

    /** The stamp of a file that could not be read the last time. */
    private static final String UNREADABLE = "unreadable";

    private final Path file;

    @GuardedBy("this")
    private String stamp = "";

    @GuardedBy("this")
    private List<HashedToken> tokens = List.of();

    public TokenFile(Path file) {
        this.file = file;
    }

    /** Returns the hash of a token that proves a VM at this time; empty: it does not. */
    public Optional<HashedToken> proof(String vm, String token, Instant now) {
        Optional<HashedToken> proof = Optional.empty();
        for (HashedToken known : current()) {
            boolean same = known.isHashOf(token);
            if (same && known.vm().equals(vm) && now.isBefore(known.until())) {
                proof = Optional.of(known);
            }
        }
        return proof;
    }

    /** Returns whether a token of any name is in the file at this time. */
    public boolean has(String token, Instant now) {
        boolean has = false;
        for (HashedToken known : current()) {
            has |= known.isHashOf(token) && now.isBefore(known.until());
        }
        return has;
    }

    /** Returns whether a token was removed from the file before its time was over. */
    public boolean isWithdrawn(HashedToken token, Instant now) {
        return now.isBefore(token.until())
                && current().stream()
                        .noneMatch(known ->
                                known.vm().equals(token.vm()) && known.hash().equals(token.hash()));
    }

    private synchronized List<HashedToken> current() {
        try {
            BasicFileAttributes is = Files.readAttributes(file, BasicFileAttributes.class);
            String now = is.lastModifiedTime() + "/" + is.size() + "/" + is.fileKey();
            if (!now.equals(stamp)) {
                stamp = now;
                tokens = read();
            }
        } catch (IOException e) {
            if (!stamp.equals(UNREADABLE)) {
                LOG.warn(
                        "the file of tokens {} cannot be read; the former tokens stay in effect: {}",
                        file,
                        e.toString());
            }
            stamp = UNREADABLE;
        }
        return tokens;
    }

    private List<HashedToken> read() throws IOException {
        List<HashedToken> found = new ArrayList<>();
        int number = 0;
        for (String line : Files.readAllLines(file)) {
            number++;
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            Optional<HashedToken> token = HashedToken.parse(line);
            token.ifPresent(found::add);
            if (token.isEmpty()) {
                LOG.warn(
                        "line {} of {} is ignored, because it is not of the form VM sha256:HEX UNTIL",
                        number,
                        file);
            }
        }
        return List.copyOf(found);
    }
}
