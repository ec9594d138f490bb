package dev.hira.router.books;

import dev.hira.router.catalog.CostSink;
import java.util.Arrays;

/** The costs of one command, collected from the catalog. Reused; belongs to one thread. */
public final class CostList implements CostSink {
    private final long[] consumed;
    private final long[] allocated;

    /** Parallel arrays with one entry per pair of object and resource. */
    private long[] names = new long[4];

    private int[] resources = new int[4];
    private long[] amounts = new long[4];
    private long[] released = new long[4];
    private int allocations;
    private int releases;
    private boolean touched;
    private boolean work;
    private long workName;

    public CostList(int resourceCount) {
        consumed = new long[resourceCount];
        allocated = new long[resourceCount];
    }

    /** Forgets the collected costs. */
    public void reset() {
        if (touched) {
            Arrays.fill(consumed, 0);
            Arrays.fill(allocated, 0);
            allocations = 0;
            releases = 0;
            touched = false;
        }
        work = false;
        workName = 0;
    }

    @Override
    public void consumes(int resource, long amount) {
        touched = true;
        consumed[resource] = Math.addExact(consumed[resource], notNegative(amount));
    }

    @Override
    public void allocates(int resource, long name, long amount) {
        touched = true;
        allocated[resource] = Math.addExact(allocated[resource], notNegative(amount));
        if (allocations == names.length) {
            names = Arrays.copyOf(names, allocations * 2);
            resources = Arrays.copyOf(resources, allocations * 2);
            amounts = Arrays.copyOf(amounts, allocations * 2);
        }
        names[allocations] = name;
        resources[allocations] = resource;
        amounts[allocations] = amount;
        allocations++;
    }

    /** The amount is given back when the server reports that the object has died. */
    @Override
    public void releases(int resource, long name) {
        touched = true;
        if (releases == released.length) {
            released = Arrays.copyOf(released, releases * 2);
        }
        released[releases++] = name;
    }

    @Override
    public void work(long name) {
        work = true;
        workName = name;
    }

    /** Whether the command starts work that ends later on a device. */
    public boolean givesWork() {
        return work;
    }

    /** Returns the name of the object that identifies the work; 0: none. */
    public long workName() {
        return workName;
    }

    /** Whether the command has no costs to book. */
    public boolean isEmpty() {
        return !touched;
    }

    /** Whether the command would hold no resource. */
    public boolean hasNoHoldings() {
        return allocations == 0;
    }

    public long consumed(int resource) {
        return consumed[resource];
    }

    public long allocated(int resource) {
        return allocated[resource];
    }

    int allocations() {
        return allocations;
    }

    /** Returns the number of holdings that the command releases. */
    public int releases() {
        return releases;
    }

    /** Returns the name of the object of a release. */
    long released(int release) {
        return released[release];
    }

    long name(int allocation) {
        return names[allocation];
    }

    int resource(int allocation) {
        return resources[allocation];
    }

    long amount(int allocation) {
        return amounts[allocation];
    }

    private static long notNegative(long amount) {
        if (amount < 0) {
            throw new ArithmeticException("the amount " + amount + " is negative");
        }
        return amount;
    }
}
