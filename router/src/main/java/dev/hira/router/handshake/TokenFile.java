package dev.hira.router.handshake;

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
final class TokenFile {
    private static final Logger LOG = LoggerFactory.getLogger(TokenFile.class);

    private final Path file;

    @GuardedBy("this")
    private String stamp = "";

    @GuardedBy("this")
    private List<HashedToken> tokens = List.of();

    TokenFile(Path file) {
        this.file = file;
    }

    /** Returns whether a token proves a VM at this time. */
    boolean proves(String vm, String token, Instant now) {
        boolean proven = false;
        for (HashedToken known : current()) {
            boolean same = known.isHashOf(token);
            proven |= same && known.vm().equals(vm) && now.isBefore(known.until());
        }
        return proven;
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
            LOG.warn(
                    "the file of tokens {} cannot be read; the former tokens stay in effect: {}",
                    file,
                    e.toString());
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
