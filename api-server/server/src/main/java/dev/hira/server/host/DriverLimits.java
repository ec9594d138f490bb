package dev.hira.server.host;

/**
 * Limits on the resources of this host for the sessions at a driver's devices.
 *
 * @param moduleText bytes of text of one module
 * @param readingText bytes of text of modules being read at a time; 0: as the heap allows
 * @param sessionModules bytes of text of the modules that one session has loaded
 * @param allModules bytes of text of all loaded modules; 0: as the heap allows
 * @param contexts contexts of one session
 * @param addresses bytes of this process's address space for the memory of contexts
 * @param sessionHeap bytes of heap for the queued commands and callbacks of one session
 * @param allHeap bytes of heap for those of all sessions; 0: as the heap allows
 */
public record DriverLimits(
        long moduleText,
        long readingText,
        long sessionModules,
        long allModules,
        int contexts,
        long addresses,
        long sessionHeap,
        long allHeap) {}
