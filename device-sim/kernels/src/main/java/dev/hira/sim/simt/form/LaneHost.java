package dev.hira.sim.simt.form;

/** The vector support of this process. */
public final class LaneHost {
    private static final String MODULE = "jdk.incubator.vector";
    private static final int FEWEST_LANES = 8;
    private static final int MOST_LANES = 16;
    private static final int LANES = find();

    private LaneHost() {}

    /** Returns the number of threads that run at once: 8 or 16, or 0 without vector support. */
    public static int lanes() {
        return LANES;
    }

    /** Returns why there are no lanes, as a clause. */
    public static String whyNone() {
        return ModuleLayer.boot().findModule(MODULE).isEmpty()
                ? "this process was started without --add-modules " + MODULE
                : "this host's vectors have fewer than " + FEWEST_LANES + " lanes";
    }

    private static int find() {
        if (ModuleLayer.boot().findModule(MODULE).isEmpty()) {
            return 0;
        }
        try {
            Object species =
                    Class.forName(MODULE + ".IntVector").getField("SPECIES_PREFERRED").get(null);
            int length =
                    (int)
                            Class.forName(MODULE + ".VectorSpecies")
                                    .getMethod("length")
                                    .invoke(species);
            return length < FEWEST_LANES ? 0 : Math.min(length, MOST_LANES);
        } catch (ReflectiveOperationException otherVersion) {
            return 0;
        }
    }
}
