package dev.hira.serving.state;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The process that holds the lock of a folder, as the lock's file names it: {@code 4711
 * pid:[4026531836]}.
 *
 * @param pid the number of the process
 * @param namespace the namespace of this number, which differs between containers; empty where the
 *     system does not tell it
 */
record LockOwner(String pid, String namespace) {
    private static final Path OWN_NAMESPACE = Path.of("/proc/self/ns/pid");
    private static final int MOST_BYTES = 64;

    static LockOwner current() {
        return new LockOwner(Long.toString(ProcessHandle.current().pid()), ownNamespace());
    }

    private static String ownNamespace() {
        try {
            return Files.readSymbolicLink(OWN_NAMESPACE).toString();
        } catch (IOException | UnsupportedOperationException e) { // no Linux, or a hidden /proc
            return "";
        }
    }

    static LockOwner read(FileChannel file) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(MOST_BYTES);
        file.read(bytes, 0);
        String[] words = StandardCharsets.UTF_8.decode(bytes.flip()).toString().split(" ", 2);
        return new LockOwner(words[0], words.length == 1 ? "" : words[1]);
    }

    void write(FileChannel file) throws IOException {
        file.truncate(0);
        file.write(
                ByteBuffer.wrap((pid + " " + namespace).strip().getBytes(StandardCharsets.UTF_8)),
                0);
    }

    /** Names the process for users; its number means nothing in another namespace. */
    String described() {
        return namespace.isEmpty() || namespace.equals(ownNamespace())
                ? "the running process " + pid
                : "a running process in another container or on the host, where its number is "
                        + pid;
    }
}
