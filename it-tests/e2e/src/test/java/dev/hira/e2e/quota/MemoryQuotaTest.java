package dev.hira.e2e.quota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.AddressWindow;
import dev.hira.api.SessionNames;
import dev.hira.api.cuda.CudaFunctions;
import dev.hira.api.cuda.CudaHandles;
import dev.hira.policy.model.Grant;
import dev.hira.sim.profile.Profiles;
import dev.hira.wire.ArgsWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Random allocations and frees by every function that allocates, modules with variables included,
 * in several sessions of several VMs that end and begin again: at every step no VM holds more than
 * its quota, and the router's books equal the device's.
 */
final class MemoryQuotaTest {
    private static final int OPERATIONS = 1_000_000;
    private static final String MEMORY = "device_memory";
    private static final int SLOTS = 64;
    private static final long UNIT = 512;
    private static final String HEAD =
            ".version 8.0\n.target sm_75\n.address_size 64\n.global .b8 a[";
    private static final List<String> VMS = List.of("greedy", "rude", "late");

    private final Random random = new Random(20);
    private final QuotaRig rig = new QuotaRig(Profiles.SMALL);
    private final List<Guest> guests = new ArrayList<>();

    /** A session and its first context. */
    private final class Guest {
        final QuotaSession session;
        final SessionNames names = new SessionNames();
        long context;
        private final List<Long> modules = new ArrayList<>();

        Guest(String vm) {
            this.session = rig.open(vm);
            this.context = names.handle(CudaHandles.CONTEXT);
            session.initialize(context);
        }

        /**
         * Returns one of a few addresses, so that allocations collide; now and then a senseless
         * one.
         */
        long address() {
            long start = AddressWindow.of(context).start();
            return switch (random.nextInt(40)) {
                case 0 -> 0;
                case 1 -> random.nextLong();
                case 2 -> start + random.nextInt(1000);
                default -> start + UNIT * random.nextInt(SLOTS);
            };
        }

        long bytes() {
            return switch (random.nextInt(30)) {
                case 0 -> 0;
                case 1 -> random.nextLong();
                case 2 -> Long.MAX_VALUE - random.nextInt(1000);
                case 3 -> 1L << random.nextInt(64);
                default -> 1 + random.nextInt((int) UNIT * 16);
            };
        }

        void operate() {
            boolean sync = random.nextInt(4) != 0;
            switch (random.nextInt(12)) {
                case 0, 1, 2 -> call(sync, CudaFunctions.CU_MEM_ALLOC, this::addressAndBytes);
                case 3 -> call(sync, CudaFunctions.CU_MEM_ALLOC_PITCH, this::area);
                case 4, 5 -> call(!sync, CudaFunctions.CU_MEM_ALLOC_ASYNC, this::addressAndBytes);
                case 6 -> call(sync, CudaFunctions.CU_MEM_ALLOC_MANAGED, this::addressAndBytes);
                case 7 -> call(!sync, CudaFunctions.CU_MEM_FREE_ASYNC, this::address);
                case 8 -> contexts();
                case 9 -> modules();
                default -> call(!sync, CudaFunctions.CU_MEM_FREE, this::address);
            }
        }

        private void call(boolean sync, int function, Consumer<ArgsWriter> arguments) {
            session.call(sync, random.nextInt(3) == 0 ? 1 : 0, function, arguments);
        }

        private void address(ArgsWriter out) {
            out.uint64(1, address());
        }

        private void addressAndBytes(ArgsWriter out) {
            out.uint64(1, address()).uint64(2, bytes());
        }

        private void area(ArgsWriter out) {
            out.uint64(1, address())
                    .uint64(2, bytes())
                    .uint64(3, random.nextInt(5))
                    .uint64(4, 4 << random.nextInt(4));
        }

        /** Loads a module with a variable, or unloads one. */
        private void modules() {
            if (!modules.isEmpty() && random.nextBoolean()) {
                long last = modules.removeLast();
                call(false, CudaFunctions.CU_MODULE_UNLOAD, out -> out.uint64(1, last));
                return;
            }
            long module = names.handle(CudaHandles.MODULE);
            modules.add(module);
            session.load(module, HEAD + (1 + random.nextInt((int) UNIT * 20)) + "];\0");
        }

        /** Now and then replaces the context, which frees all memory of the former one. */
        private void contexts() {
            if (random.nextInt(50) == 0) {
                long former = context;
                context = names.handle(CudaHandles.CONTEXT);
                long next = context;
                call(true, CudaFunctions.CU_CTX_CREATE, out -> out.uint64(1, next));
                modules.clear();
                call(false, CudaFunctions.CU_CTX_DESTROY, out -> out.uint64(1, former));
            }
        }
    }

    private void grant(String vm, long most) {
        rig.grants.change(state ->
                state.withOwn(vm, Grant.STANDARD.edit().quota("device_memory", most).build()));
    }

    private static long quota(String vm) {
        return UNIT * (20 + 15L * VMS.indexOf(vm));
    }

    private void check() {
        assertThat(rig.booked(MEMORY)).isEqualTo(rig.used());
        for (String vm : VMS) {
            assertThat(rig.books(vm).held(MEMORY)).isBetween(0L, quota(vm));
        }
    }

    private void dieOrBeBorn() {
        guests.removeIf(guest -> guest.session.hasEnded());
        if (guests.size() < 9 && random.nextBoolean()) {
            guests.add(new Guest(VMS.get(random.nextInt(VMS.size()))));
        } else if (!guests.isEmpty()) {
            guests.remove(random.nextInt(guests.size())).session.kill();
        }
        rig.run();
        check();
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void shouldNeverLetAVmHoldMoreThanItsQuotaAndKeepTheBooksOfTheDevice() {
        VMS.forEach(vm -> grant(vm, quota(vm)));
        int done = 0;
        long most = 0;
        while (done < OPERATIONS) {
            if (guests.isEmpty() || random.nextInt(200) == 0) {
                dieOrBeBorn();
                continue;
            }
            Guest guest = guests.get(random.nextInt(guests.size()));
            int count = 1 + random.nextInt(8);
            for (int i = 0; i < count; i++) {
                guest.operate();
            }
            done += count;
            guest.session.send();
            rig.run();
            check();
            most = Math.max(most, rig.used());
        }
        assertThat(most).as("what was held at most").isGreaterThan(UNIT * 60);
        guests.forEach(guest -> guest.session.kill());
        rig.run();
        check();
        assertThat(rig.used()).isZero();
    }

    /** Sends a module and an allocation together, so the router judges both before any report. */
    @Test
    void shouldHoldVariablesAndAllocationsTogetherToTheQuota() {
        grant("late", UNIT * 20);
        Guest guest = new Guest("late");
        long start = AddressWindow.of(guest.context).start();
        long module = guest.names.handle(CudaHandles.MODULE);
        guest.session.load(module, HEAD + UNIT * 15 + "];\0");
        allocate(guest, start, UNIT * 15);
        assertThat(rig.used()).as("the variable").isEqualTo(UNIT * 15);
        check();

        allocate(guest, start, UNIT * 5);
        assertThat(rig.used()).as("both").isEqualTo(UNIT * 20);
        check();

        guest.session.call(true, 0, CudaFunctions.CU_MODULE_UNLOAD, out -> out.uint64(1, module));
        guest.session.send();
        rig.run();
        allocate(guest, start + UNIT * 5, UNIT * 15);
        assertThat(rig.used()).as("allocations").isEqualTo(UNIT * 20);
        check();
    }

    private void allocate(Guest guest, long address, long bytes) {
        guest.session.call(
                true,
                0,
                CudaFunctions.CU_MEM_ALLOC,
                out -> out.uint64(1, address).uint64(2, bytes));
        guest.session.send();
        rig.run();
    }
}
