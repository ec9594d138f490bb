package dev.hira.cli.doctor;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** What the checks ask of the machine and of this JVM. */
interface Host {
    /** Returns a system property of the JVM; empty if it has none. */
    String property(String name);

    Map<String, String> environment();

    /** Returns the text of a small file; empty if it cannot be read. */
    Optional<String> file(String path);

    /** Returns the space of a folder's file system; empty if there is no such folder. */
    Optional<Space> space(String folder);

    /** Returns whether the JVM has a module. */
    boolean hasModule(String name);

    /** Returns whether threads of several processes can wait for each other in shared memory. */
    boolean hasFutex();

    /** Returns the largest heap of this JVM, in bytes. */
    long heapBytes();

    /** Returns the memory of the machine or container, in bytes. */
    long memoryBytes();

    int processors();

    Instant now();

    /**
     * The bytes of a file system.
     *
     * @param free for this user
     */
    record Space(long all, long free, boolean writable) {}
}
