package dev.hira.sim.ops;

/** What video instructions compute of two values, exactly. */
enum VideoOperation {
    ADD {
        @Override
        long of(long a, long b) {
            return a + b;
        }
    },
    SUBTRACT {
        @Override
        long of(long a, long b) {
            return a - b;
        }
    },
    DISTANCE {
        @Override
        long of(long a, long b) {
            return Math.abs(a - b);
        }
    },
    MIN {
        @Override
        long of(long a, long b) {
            return Math.min(a, b);
        }
    },
    MAX {
        @Override
        long of(long a, long b) {
            return Math.max(a, b);
        }
    },
    /** Rounded to the nearest, halves away from zero. */
    AVERAGE {
        @Override
        long of(long a, long b) {
            long sum = a + b;
            return (sum < 0 ? sum : sum + 1) >> 1;
        }
    },
    EQUAL {
        @Override
        long of(long a, long b) {
            return a == b ? 1 : 0;
        }
    },
    DIFFERENT {
        @Override
        long of(long a, long b) {
            return a == b ? 0 : 1;
        }
    },
    LESS {
        @Override
        long of(long a, long b) {
            return a < b ? 1 : 0;
        }
    },
    AT_MOST {
        @Override
        long of(long a, long b) {
            return a <= b ? 1 : 0;
        }
    },
    GREATER {
        @Override
        long of(long a, long b) {
            return a > b ? 1 : 0;
        }
    },
    AT_LEAST {
        @Override
        long of(long a, long b) {
            return a >= b ? 1 : 0;
        }
    };

    abstract long of(long a, long b);
}
