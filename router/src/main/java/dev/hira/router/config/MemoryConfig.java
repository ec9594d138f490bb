package dev.hira.router.config;

import java.nio.file.Path;

/**
 * Shared memory between guests and servers of one host.
 *
 * @param enabled whether it is offered at all
 * @param directory where the files are made
 * @param group whether the router's group may map them too, not only its user
 * @param sessionBytes one session's arena
 * @param totalBytes the arenas of all sessions; a session beyond it does without
 * @param rings whether frames may travel in shared memory too
 * @param ringBytes one direction of one ring
 */
public record MemoryConfig(
        boolean enabled,
        Path directory,
        boolean group,
        long sessionBytes,
        long totalBytes,
        boolean rings,
        int ringBytes) {}
