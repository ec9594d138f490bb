package dev.hira.sim.pages;

import java.lang.foreign.MemorySegment;
import java.util.BitSet;

/**
 * Tells which pages of native memory were written. Ranges are whole pages. Pages that the system
 * has not provided are zero, and are never touched. Used by one thread at a time; other threads may
 * write, map and unmap memory meanwhile.
 */
public interface PageTracker extends AutoCloseable {
    /** The bytes of a page. */
    int PAGE = 4096;

    /** The most pages in one query. */
    int MOST_PAGES = 1 << 12;

    /**
     * Includes a mapping, which must last until this returns. A mapping that is included already
     * may be included again.
     */
    void include(long address, long bytes);

    /**
     * Returns the provided pages that may have been written since this method returned them last.
     * Their content must be read afterwards, and passed to {@link #changed}.
     */
    BitSet collect(long address, int pages);

    /** Estimates what {@link #collect} would return, at little cost. */
    BitSet estimate(long address, int pages);

    /** Returns the pages that the system has provided. */
    BitSet provided(long address, int pages);

    /** Returns whether a collected page has changed since it was last passed to this method. */
    boolean changed(long address, MemorySegment content);

    /** Ends the tracking. */
    @Override
    void close();

    /** A kind of tracker. */
    enum Kind {
        /** The system notes writes. */
        USERFAULTFD,
        /** Contents are compared with checksums of the last ones. */
        COMPARE;

        static final String PROPERTY = "hira.sim.write.tracking";

        /**
         * Returns the kind that the system property {@value #PROPERTY} names; by default, the best
         * one that works on this system.
         */
        public static Kind configured() {
            String name = System.getProperty(PROPERTY, "auto");
            return switch (name) {
                case "auto" -> WriteProtection.works() ? USERFAULTFD : COMPARE;
                case "userfaultfd" -> USERFAULTFD;
                case "compare" -> COMPARE;
                default ->
                        throw new IllegalArgumentException(
                                PROPERTY
                                        + " is '"
                                        + name
                                        + "'; allowed are auto, userfaultfd and compare");
            };
        }

        /**
         * Returns a new tracker of this kind.
         *
         * @throws IllegalStateException when the system lacks it
         */
        public PageTracker open() {
            return switch (this) {
                case USERFAULTFD -> new UserfaultTracker();
                case COMPARE -> new ComparingTracker();
            };
        }

        /** Whether this system has trackers of this kind. */
        public boolean works() {
            return this == COMPARE || WriteProtection.works();
        }
    }
}
