package dev.hira.link.grpc.net;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The file of a listening Unix socket: clears the path, sets permissions, and removes the file at
 * the end.
 */
public final class SocketFile {
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

    private static final int FOLDER_MODE = 0700;

    private final Path path;
    private @Nullable Object identity;

    public SocketFile(Path path) {
        this.path = path;
    }

    /**
     * Creates the folder if it is missing, for this user only, and removes a socket at which no
     * process listens.
     *
     * @throws IOException when the file is not a socket, or a process listens at it
     */
    public void makeWay() throws IOException {
        makeFolder();
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (Files.isDirectory(path)) {
            throw new IOException(
                    "'" + path + "' is a folder; choose the path of a socket, for example in it");
        }
        if (!attributes().isOther()) {
            throw new IOException(
                    "'" + path + "' is not a socket; remove it, or choose another path");
        }
        if (isAlive()) {
            throw new IOException(
                    "a running process listens at '" + path + "'; stop it, or choose another path");
        }
        Files.deleteIfExists(path);
    }

    private void makeFolder() throws IOException {
        Path folder = path.toAbsolutePath().getParent();
        if (folder == null || Files.isDirectory(folder)) {
            return;
        }
        try {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(permissions(FOLDER_MODE)));
        } catch (FileSystemException e) {
            String reason = e.getReason() == null ? "the path is taken or closed" : e.getReason();
            throw new IOException(
                    "the folder '"
                            + folder
                            + "' does not exist and cannot be created ("
                            + reason
                            + "); create it, or choose another path",
                    e);
        }
    }

    /** Sets the file's permissions, and remembers the file's identity. */
    public void guard(int mode) throws IOException {
        Files.setPosixFilePermissions(path, permissions(mode));
        identity = attributes().fileKey();
    }

    /** Removes the file unless it is gone or another process has replaced it. */
    public void remove() throws IOException {
        try {
            if (identity != null && Objects.equals(identity, attributes().fileKey())) {
                Files.deleteIfExists(path);
            }
        } catch (NoSuchFileException _) {
            // Netty, which closes the socket on another thread, removes the file too.
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
