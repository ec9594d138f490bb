package dev.hira.sim.check;

/** The host memory that the checks of a launch may take. */
interface CellBudget {
    /** A budget without a limit. */
    CellBudget UNLIMITED =
            new CellBudget() {
                @Override
                public boolean take(long bytes) {
                    return true;
                }

                @Override
                public void give(long bytes) {}
            };

    /** Takes so many bytes, or returns false when they are more than are left. */
    boolean take(long bytes);

    /** Gives back bytes that were taken. */
    void give(long bytes);
}
