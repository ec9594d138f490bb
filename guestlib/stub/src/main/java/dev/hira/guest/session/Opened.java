package dev.hira.guest.session;

import dev.hira.wire.ArgsReader;

/** The router's grant of a session. */
record Opened(
        String session,
        String vm,
        int devices,
        String server,
        boolean offersMemory,
        long frameBytes,
        long batchRecords,
        long payloadBytes,
        long lanes) {

    static Opened read(ArgsReader in) {
        String session = "";
        String vm = "";
        int devices = 0;
        String server = "";
        boolean offersMemory = false;
        long[] limits = new long[6];
        while (in.next()) {
            switch (in.field()) {
                case 1 -> session = in.string();
                case 2 -> vm = in.string();
                case 3 -> readLimits(in.message(new ArgsReader()), limits);
                case 4 -> devices = in.int32();
                case 5 -> server = in.string();
                case 6 -> offersMemory = in.bool();
                default -> in.skip();
            }
        }
        return new Opened(
                session,
                vm,
                devices,
                server,
                offersMemory,
                limits[1],
                limits[2],
                limits[3],
                limits[4]);
    }

    private static void readLimits(ArgsReader in, long[] limits) {
        while (in.next()) {
            if (in.field() < limits.length) {
                limits[in.field()] = in.uint64();
            }
        }
    }
}
