package dev.hira.router.catalog;

/** Takes the costs of one call. */
public interface CostSink {
    /** The call uses up this much once. */
    void consumes(int resource, long amount);

    /** The object that the call creates holds this much until it dies. */
    void allocates(int resource, long name, long amount);

    /** The call gives back what an object holds. */
    void releases(int resource, long name);

    /**
     * The call gives a device work that ends later.
     *
     * @param code the name of the object that says what work it is; 0: none does
     */
    void work(long code);
}
