package dev.hira.router.config;

import java.nio.file.Path;

/**
 * Shared memory between guests and servers of one host.
 *
 * @param enabled whether the router offers it
 * @param directory the directory of the files
 * @param group whether the router's group may map the files too, not only its user
 * @param sessionBytes size of one session's arena
 * @param totalBytes limit for the arenas of all sessions; further sessions get none
 * @param rings whether frames may travel in shared memory too
 * @param ringBytes size of one direction of one ring
 */
public record MemoryConfig(
        boolean enabled,
        Path directory,
        boolean group,
        long sessionBytes,
        long totalBytes,
        boolean rings,
        int ringBytes) {}
