package dev.hira.sim.ops;

/** The parts of a word that video instructions work on: how wide they are, and whether signed. */
enum VideoLanes {
    UNSIGNED8(8, false),
    SIGNED8(8, true),
    UNSIGNED16(16, false),
    SIGNED16(16, true);

    private final int bits;
    private final boolean signed;

    VideoLanes(int bits, boolean signed) {
        this.bits = bits;
        this.signed = signed;
    }

    private long part(int word, int shift) {
        int above = 32 - bits;
        int raised = word >>> shift << above;
        return signed ? raised >> above : raised >>> above;
    }

    private int mask() {
        return (1 << bits) - 1;
    }

    /** The low bits of all results, each in its place. */
    int merged(VideoOperation operation, int a, int b) {
        int merged = 0;
        for (int shift = 0; shift < 32; shift += bits) {
            int result = (int) operation.of(part(a, shift), part(b, shift));
            merged |= (result & mask()) << shift;
        }
        return merged;
    }

    /** All results, clamped to what parts of some signedness hold, each in its place. */
    int clamped(VideoOperation operation, VideoLanes range, int a, int b) {
        long least = range.signed ? -1L << (bits - 1) : 0;
        long most = least + mask();
        int merged = 0;
        for (int shift = 0; shift < 32; shift += bits) {
            long result = operation.of(part(a, shift), part(b, shift));
            int clamped = (int) Math.clamp(result, least, most);
            merged |= (clamped & mask()) << shift;
        }
        return merged;
    }

    int sum(VideoOperation operation, int a, int b) {
        long sum = 0;
        for (int shift = 0; shift < 32; shift += bits) {
            sum += operation.of(part(a, shift), part(b, shift));
        }
        return (int) sum;
    }
}
