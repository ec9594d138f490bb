package dev.hira.guest.gpu;

/** An allocation on the device, shared by a buffer and its slices. */
final class Memory {
    private final Gpu gpu;
    private final long address;
    private final Lifetime lifetime;

    private Memory(Gpu gpu, long address) {
        this.gpu = gpu;
        this.address = address;
        this.lifetime = new Lifetime(gpu);
    }

    static Memory allocate(Gpu gpu, long length, int elementSize) {
        Gpu.requirePositive(length, "a buffer", "elements");
        if (length > Long.MAX_VALUE / elementSize) {
            throw new IllegalArgumentException(
                    "a buffer of "
                            + length
                            + " elements of "
                            + elementSize
                            + " bytes is larger than any memory");
        }
        return new Memory(gpu, gpu.cuda().cuMemAlloc(length * elementSize));
    }

    /** Returns memory that belongs to a module. */
    static Memory of(Gpu gpu, long address) {
        return new Memory(gpu, address);
    }

    Gpu gpu() {
        return gpu;
    }

    long address() {
        return address;
    }

    Lifetime lifetime() {
        return lifetime;
    }

    void free() {
        lifetime.end(driver -> driver.cuMemFree(address));
    }
}
