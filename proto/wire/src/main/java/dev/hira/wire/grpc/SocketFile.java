package dev.hira.wire.grpc;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The file of a listening Unix socket: makes way for it, guards it, and takes it away. */
final class SocketFile {
    private static final PosixFilePermission[] BITS = {
        PosixFilePermission.OTHERS_EXECUTE,
        PosixFilePermission.OTHERS_WRITE,
        PosixFilePermission.OTHERS_READ,
        PosixFilePermission.GROUP_EXECUTE,
        PosixFilePermission.GROUP_WRITE,
        PosixFilePermission.GROUP_READ,
        PosixFilePermission.OWNER_EXECUTE,
        PosixFilePermission.OWNER_WRITE,
        PosixFilePermission.OWNER_READ,
    };

    private final Path path;
    private @Nullable Object identity;

    SocketFile(Path path) {
        this.path = path;
    }

    /**
     * Removes a socket that nobody listens at any more.
     *
     * @throws IOException when the file is something else, or somebody does listen
     */
    void makeWay() throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!attributes().isOther()) {
            throw new IOException("'" + path + "' is no socket; remove it, or choose another path");
        }
        if (isAlive()) {
            throw new IOException(
                    "a running process listens at '" + path + "'; stop it, or choose another path");
        }
        Files.delete(path);
    }

    /** Sets the file's permissions, and remembers which file it is. */
    void guard(int mode) throws IOException {
        Files.setPosixFilePermissions(path, permissions(mode));
        identity = attributes().fileKey();
    }

    /** Removes the file, unless it has become another's. */
    void remove() throws IOException {
        if (identity != null
                && Files.exists(path, LinkOption.NOFOLLOW_LINKS)
                && Objects.equals(identity, attributes().fileKey())) {
            Files.delete(path);
        }
    }

    private BasicFileAttributes attributes() throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    private boolean isAlive() {
        try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            return probe.connect(UnixDomainSocketAddress.of(path));
        } catch (IOException refused) {
            return false;
        }
    }

    private static Set<PosixFilePermission> permissions(int mode) {
        Set<PosixFilePermission> set = EnumSet.noneOf(PosixFilePermission.class);
        for (int bit = 0; bit < BITS.length; bit++) {
            if (((mode >> bit) & 1) != 0) {
                set.add(BITS[bit]);
            }
        }
        return set;
    }
}
