package dev.hira.e2e.crates;

/** An API for crates of device memory. */
interface Crates {
    int API = 1234;
    long DIGEST = 0xC4A7_E5L;

    int MAKE = 1;
    int FILL = 2;
    int FREE_BYTES = 3;

    /** The function names by number. */
    static String[] names() {
        return new String[] {"", "crateMake", "crateFill", "crateFreeBytes"};
    }

    /** The tag of crates, the only type of object. */
    int CRATE = 1;

    int INVALID = 10;
    int NO_ROOM = 11;

    /** Makes a crate of this size. */
    void make(long name, long bytes);

    /** Has the device fill a crate. */
    void fill(long name);

    /** Returns the memory that the device has free. */
    long freeBytes();
}
