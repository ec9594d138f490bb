package dev.hira.router.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.catalog.CudaCatalog;
import dev.hira.router.RouterOptions;
import dev.hira.wire.ArgsReader;
import dev.hira.wire.ArgsWriter;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The generated catalog of CUDA, as the router uses it. */
final class CudaCatalogTest {
    private final Catalog catalog = new CudaCatalog();
    private final List<String> seen = new ArrayList<>();
    private final CostSink sink =
            new CostSink() {
                @Override
                public void consumes(int resource, long amount) {
                    seen.add(name(resource) + " " + amount);
                }

                @Override
                public void allocates(int resource, long name, long amount) {
                    seen.add(name(resource) + " " + name + " holds " + amount);
                }

                @Override
                public void releases(int resource, long name) {
                    seen.add(name(resource) + " " + name + " goes");
                }

                @Override
                public void work(long code) {
                    seen.add("work of " + code);
                }
            };

    private String name(int resource) {
        return catalog.resources().get(resource).name();
    }

    private FunctionRow row(String name) {
        for (int i = 0; i <= catalog.maxFunction(); i++) {
            FunctionRow row = catalog.row(i);
            if (row != null && row.name().equals(name)) {
                return row;
            }
        }
        throw new AssertionError("no function " + name);
    }

    private void cost(String function, ArgsWriter args) {
        ArgsReader reader = new ArgsReader();
        reader.wrap(ByteBuffer.wrap(args.array()), 0, args.length());
        catalog.cost(row(function).id(), reader, sink);
    }

    @Test
    void shouldBeFoundOnTheClassPath() {
        assertThat(RouterOptions.defaults().catalogs())
                .extracting(Catalog::name)
                .containsExactly("Cuda", "OpenCl");
    }

    @Test
    void shouldPriceAllocationsAndFrees() {
        cost("cuMemAlloc", new ArgsWriter().uint64(1, 4096).uint64(2, 1000));
        assertThat(seen).contains("calls 1");
        assertThat(seen).anyMatch(s -> s.matches("device_memory 4096 holds 10\\d\\d"));
        seen.clear();
        cost("cuMemFree", new ArgsWriter().uint64(1, 4096));
        assertThat(seen).containsExactly("calls 1", "device_memory 4096 goes");
    }

    @Test
    void shouldKnowWhatMayBeAsynchronous() {
        assertThat(row("cuMemFree").asyncPossible()).isTrue();
        assertThat(row("cuMemAlloc").asyncPossible()).isFalse();
        assertThat(row("cuMemcpyHtoD").maxPayloads()).isEqualTo(1);
    }

    @Test
    void shouldKnowWhatGivesADeviceWork() {
        cost("cuLaunchKernel", new ArgsWriter().uint64(1, 77).uint64(2, 3));
        assertThat(seen).contains("work of 77");
        seen.clear();
        cost("cuMemsetD8", new ArgsWriter().uint64(1, 4096).uint64(3, 10));
        assertThat(seen).contains("work of 0");
        assertThat(row("cuLaunchCooperativeKernel").work()).isTrue();
        assertThat(row("cuMemcpyHtoD").work()).isTrue();
        assertThat(row("cuStreamSynchronize").work()).isFalse();
        assertThat(row("cuMemAllocAsync").work()).isFalse();
    }

    @Test
    void shouldCountWhatASessionHolds() {
        cost("cuStreamCreate", new ArgsWriter().uint64(1, 70));
        cost("cuStreamDestroy", new ArgsWriter().uint64(1, 70));
        cost("cuModuleLoadData", new ArgsWriter().uint64(1, 80));
        cost("cuEventCreate", new ArgsWriter().uint64(1, 90));
        cost("cuCtxCreate", new ArgsWriter().uint64(1, 60));
        seen.removeIf(s -> s.startsWith("calls"));
        assertThat(seen)
                .containsExactly(
                        "streams 70 holds 1",
                        "streams 70 goes",
                        "modules 80 holds 1",
                        "events 90 holds 1",
                        "contexts 60 holds 1");
    }

    @Tag("measuring")
    @Test
    void shouldAllocateNothingToPriceACall() {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        ArgsWriter args = new ArgsWriter().uint64(1, 4096).uint64(2, 1000);
        ByteBuffer buffer = ByteBuffer.wrap(args.array()).order(java.nio.ByteOrder.LITTLE_ENDIAN);
        ArgsReader reader = new ArgsReader();
        Quiet quiet = new Quiet();
        int function = Objects.requireNonNull(row("cuMemAlloc")).id();
        for (int round = 0; round < 2; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 100_000; i++) {
                reader.wrap(buffer, 0, args.length());
                catalog.cost(function, reader, quiet);
            }
            long bytes = threads.getCurrentThreadAllocatedBytes() - before;
            assertThat(quiet.sum).isNotZero();
            assertThat(round == 0 || bytes < 10_000).as("bytes: %s", bytes).isTrue();
        }
    }

    private static final class Quiet implements CostSink {
        private long sum;

        @Override
        public void consumes(int resource, long amount) {
            sum += amount;
        }

        @Override
        public void allocates(int resource, long name, long amount) {
            sum += amount;
        }

        @Override
        public void releases(int resource, long name) {
            sum += name;
        }

        @Override
        public void work(long code) {
            sum += code;
        }
    }
}
