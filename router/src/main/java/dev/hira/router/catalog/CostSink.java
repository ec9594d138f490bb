package dev.hira.router.catalog;

/** Receives the costs of one call. */
public interface CostSink {
    /** Reports that the call uses up an amount once. */
    void consumes(int resource, long amount);

    /** Reports that the object created by the call holds an amount until it dies. */
    void allocates(int resource, long name, long amount);

    /** Reports that the call gives back the holdings of an object. */
    void releases(int resource, long name);

    /**
     * Reports that the call starts work that ends later on a device.
     *
     * @param name of the object that identifies the work; 0: none
     */
    void work(long name);
}
