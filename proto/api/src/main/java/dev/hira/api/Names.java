package dev.hira.api;

/**
 * The source of the names that a guest gives to the objects it creates. The guest chooses names, so
 * that it need not wait for a call that creates an object, and so that no object is renamed when a
 * session moves. Any thread may call all methods.
 */
public interface Names {
    /**
     * Returns a fresh name for an object of the type with this tag (1..255); never 0, never
     * repeated.
     */
    long handle(int typeTag);

    /**
     * Reserves a range of addresses that overlaps no other range in use.
     *
     * @param parent the name of the owner (for CUDA, the context) whose window contains the range
     * @param size the requested bytes, more than 0
     * @param alignment a power of two that divides start and end
     * @return the first address, or 0 when the owner's window has no room
     */
    long address(long parent, long size, long alignment);

    /** Frees a range; does nothing for an address at which no range in use starts. */
    void releaseAddress(long address);

    /** Frees all ranges of an owner that is gone. */
    void releaseParent(long parent);
}
