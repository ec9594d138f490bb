package dev.hira.server.host;

/**
 * How much of this host the sessions at a driver's devices may use.
 *
 * @param moduleText bytes of text of one module
 * @param readingText bytes of text of modules that are read at a time; 0: as the heap allows
 * @param sessionModules bytes of text of the modules that one session has loaded
 * @param allModules bytes of text of all modules that are loaded; 0: as the heap allows
 * @param contexts of one session
 * @param addresses bytes of this process's address space for the memory of contexts
 */
public record DriverLimits(
        long moduleText,
        long readingText,
        long sessionModules,
        long allModules,
        int contexts,
        long addresses) {}
