package dev.hira.api;

/**
 * The source of the names that a guest gives to the objects it creates. A name is chosen on the
 * guest's side, so that a call that creates an object need not be waited for, and so that nothing
 * is renamed when a session moves. All methods may be called by any thread.
 */
public interface Names {
    /**
     * A fresh name for an object of the type with this tag (1..255); never 0, never given twice.
     */
    long handle(int typeTag);

    /**
     * A range of addresses that overlaps no other range in use.
     *
     * @param parent the name of the owner (for CUDA, the context), whose window the range lies in
     * @param size the bytes wanted, more than 0
     * @param alignment a power of two that start and end are multiples of
     * @return the first address, or 0 when the owner's window has no room
     */
    long address(long parent, long size, long alignment);

    /** Gives a range back; does nothing for an address that is not the start of one in use. */
    void releaseAddress(long address);

    /** Gives back all ranges of an owner that is gone. */
    void releaseParent(long parent);
}
