package dev.hira.bench.programs;

/**
 * What happens to a program, and when.
 *
 * @param before the index of the call before which it happens
 * @param beside whether the program goes on meanwhile
 */
record Point(Disturbance disturbance, int before, boolean beside) {
    @Override
    public String toString() {
        return disturbance + (beside ? " beside call " : " before call ") + before;
    }
}
