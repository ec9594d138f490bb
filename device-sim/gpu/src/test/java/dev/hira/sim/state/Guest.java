package dev.hira.sim.state;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.hira.api.SessionNames;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.sim.SimConfig;
import dev.hira.sim.SimHost;
import dev.hira.sim.SimProcess;
import dev.hira.sim.clock.SimClock;
import dev.hira.sim.kernel.KernelLoader;
import dev.hira.sim.kernel.KernelSettings;
import dev.hira.sim.launch.KernelCompiler;
import dev.hira.sim.profile.ProfileText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A guest that names its objects and keeps a journal of the calls that created the live ones. It
 * can move its process to another host and go on there, and leave the old process usable.
 */
final class Guest implements AutoCloseable {
    static final long LANE = 1;

    /** A linked list in the heap of the kernels, and a counter. */
    private static final String TEXT =
            """
            .version 8.0
            .target sm_90
            .address_size 64
            .extern .func (.param .b64 r) malloc(.param .b64 n);
            .extern .func free(.param .b64 p);
            .visible .global .u64 head;
            .visible .global .align 4 .b8 filler[9000] = {1, 2, 3};
            .visible .global .u32 calls = 3;
            .visible .entry push(.param .u64 n, .param .u64 value) {
                .reg .b64 %rd<9>;
                ld.param.u64 %rd1, [n];
                ld.param.u64 %rd2, [value];
                { .param .b64 a; .param .b64 q;
                st.param.b64 [a], %rd1;
                call.uni (q), malloc, (a);
                ld.param.b64 %rd3, [q]; }
                ld.global.u64 %rd4, [head];
                st.u64 [%rd3], %rd4;
                st.u64 [%rd3+8], %rd2;
                st.global.u64 [head], %rd3;
                ret;
            }
            .visible .entry pop() {
                .reg .b64 %rd<9>;
                .reg .pred %p<2>;
                ld.global.u64 %rd1, [head];
                setp.eq.u64 %p1, %rd1, 0;
                @%p1 ret;
                ld.u64 %rd2, [%rd1];
                st.global.u64 [head], %rd2;
                { .param .b64 a;
                st.param.b64 [a], %rd1;
                call.uni free, (a); }
                ret;
            }
            .visible .entry sum(.param .u64 out) {
                .reg .b64 %rd<9>;
                .reg .pred %p<2>;
                ld.param.u64 %rd1, [out];
                ld.global.u64 %rd2, [head];
                mov.u64 %rd3, 0;
            NEXT:
                setp.eq.u64 %p1, %rd2, 0;
                @%p1 bra DONE;
                ld.u64 %rd4, [%rd2+8];
                xor.b64 %rd4, %rd4, %rd2;
                add.u64 %rd3, %rd3, %rd4;
                ld.u64 %rd2, [%rd2];
                bra NEXT;
            DONE:
                st.u64 [%rd1], %rd3;
                mov.u64 %rd5, %gridid;
                st.u64 [%rd1+8], %rd5;
                mov.u64 %rd6, %clock64;
                st.u64 [%rd1+16], %rd6;
                ret;
            }
            .visible .entry tick() {
                .reg .b32 %r<3>;
                ld.global.u32 %r1, [calls];
                add.u32 %r1, %r1, 1;
                and.b32 %r1, %r1, 3;
                st.global.u32 [calls], %r1;
                ret;
            }
            .visible .entry fail() {
                .reg .b64 %rd<2>;
                mov.u64 %rd1, 64;
                st.u64 [%rd1], %rd1;
                ret;
            }
            """;

    private final SessionNames names = new SessionNames();

    /** What was asked of the names, so that the guest chooses the same names after its move. */
    private final List<Consumer<SessionNames>> naming = new ArrayList<>();

    final SimHost host;
    final SimProcess process;
    final CudaDriver cuda;
    final List<String> printed;
    final CalledFunctions called = new CalledFunctions();
    final Map<Long, List<Consumer<CudaDriver>>> journal = new LinkedHashMap<>();

    private volatile Consumer<Consumer<CudaDriver>> mirror = _ -> {};

    private Guest(SimConfig config) {
        this(config, KernelCompiler.of());
    }

    private Guest(SimConfig config, KernelLoader kernels) {
        List<String> texts = new ArrayList<>();
        this.printed = texts;
        this.host =
                SimHost.of(
                        config.withKernels(kernels)
                                .withKernelSettings(
                                        KernelSettings.usual()
                                                .withChecks(config.kernelSettings().checks())
                                                .withOutput(texts::add)));
        this.process = host.open();
        process.watch(called);
        this.cuda = process.lane(LANE);
    }

    static SimConfig device(String profile, boolean virtual) {
        SimConfig config = SimConfig.of(ProfileText.parse(profile));
        return virtual ? config.withClock(SimClock.virtual()) : config;
    }

    static Guest at(SimConfig config) {
        Guest guest = new Guest(config);
        guest.cuda.cuInit(0);
        return guest;
    }

    /** Returns a guest whose kernels run on an engine. */
    static Guest at(SimConfig config, KernelLoader kernels) {
        Guest guest = new Guest(config, kernels);
        guest.cuda.cuInit(0);
        return guest;
    }

    /** Returns a guest whose process has seen no call. */
    static Guest unusedAt(SimConfig config) {
        return new Guest(config);
    }

    /** Brings the process to rest and opens one on another host where the calls are repeated. */
    Guest repeatedAt(SimConfig config) {
        rest();
        return repeatedAt(config, process.state().placements());
    }

    /** Opens a process on another host and repeats the calls and these placements. */
    Guest repeatedAt(SimConfig config, byte[] placements) {
        return repeatedAt(config, state -> state.prepare(placements));
    }

    /** Opens a process on another host, prepares it, and repeats the calls. */
    Guest repeatedAt(SimConfig config, Consumer<StateTransfer> prepare) {
        Guest other = preparedAt(config, prepare);
        try {
            calls().forEach(call -> call.accept(other.cuda));
        } catch (RuntimeException refused) {
            other.close();
            throw refused;
        }
        other.takeOver(this);
        return other;
    }

    /** Opens a process on another host that will repeat these placements. */
    static Guest preparedAt(SimConfig config, byte[] placements) {
        return preparedAt(config, state -> state.prepare(placements));
    }

    private static Guest preparedAt(SimConfig config, Consumer<StateTransfer> prepare) {
        Guest other = new Guest(config);
        try {
            prepare.accept(other.process.state());
            other.cuda.cuInit(0);
        } catch (RuntimeException refused) {
            other.close();
            throw refused;
        }
        return other;
    }

    /** Returns the calls that created the live objects. */
    List<Consumer<CudaDriver>> calls() {
        return journal.values().stream().flatMap(List::stream).toList();
    }

    /** Takes over the names and the journal of a guest whose calls were repeated here. */
    void takeOver(Guest other) {
        other.naming.forEach(this::name);
        other.journal.forEach((name, calls) -> journal.put(name, new ArrayList<>(calls)));
    }

    /** Has the calls that create and destroy objects from now on passed on as well. */
    void mirrorTo(Consumer<Consumer<CudaDriver>> other) {
        mirror = other;
    }

    /** Returns the guest after its move; this one remains usable. */
    Guest movedTo(SimConfig config) {
        Guest other = repeatedAt(config);
        process.state().save(other.process.state().restorer());
        return other;
    }

    void rest() {
        try {
            assertThat(process.state().quiesce(Duration.ofSeconds(100))).isTrue();
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
    }

    /** Makes a call that the journal keeps for an object. */
    void record(long object, Consumer<CudaDriver> call) {
        journal.computeIfAbsent(object, _ -> new ArrayList<>()).add(make(call));
    }

    /** Makes a call that destroys an object, and forgets the object's calls. */
    void destroy(long object, Consumer<CudaDriver> call) {
        make(call);
        forget(object);
    }

    @CanIgnoreReturnValue
    private Consumer<CudaDriver> make(Consumer<CudaDriver> call) {
        long current = cuda.cuCtxGetCurrent();
        call.accept(cuda);
        Consumer<CudaDriver> again =
                driver -> {
                    driver.cuCtxSetCurrent(current);
                    call.accept(driver);
                };
        mirror.accept(again);
        return again;
    }

    private void name(Consumer<SessionNames> use) {
        use.accept(names);
        naming.add(use);
    }

    private long handle(int tag) {
        long[] name = new long[1];
        name(all -> name[0] = all.handle(tag));
        return name[0];
    }

    /** Frees memory. */
    void free(long address) {
        destroy(address, driver -> driver.cuMemFree(address));
        name(all -> all.releaseAddress(address));
    }

    /** Forgets the calls of a dead object. */
    void forget(long object) {
        journal.remove(object);
    }

    long context() {
        long name = handle(1);
        record(name, driver -> driver.cuCtxCreateAs(name, 0, 0));
        return name;
    }

    long allocate(long context, long bytes) {
        long[] chosen = new long[1];
        name(all -> chosen[0] = all.address(context, bytes, 512));
        long address = chosen[0];
        record(address, driver -> driver.cuMemAllocAs(address, bytes));
        return address;
    }

    long module() {
        return module(image(TEXT));
    }

    long printingModule() {
        try {
            return module(
                    image(
                            Files.readString(
                                    Path.of("../kernels/src/test/kernels/print.sm_75.ptx"))));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    long module(String text) {
        return module(image(text));
    }

    private long module(MemorySegment image) {
        long name = handle(4);
        record(name, driver -> driver.cuModuleLoadDataAs(name, image));
        return name;
    }

    private static MemorySegment image(String text) {
        return MemorySegment.ofArray((text + "\0").getBytes(StandardCharsets.UTF_8));
    }

    /** Returns a kernel of a module; it leaves the journal with the module. */
    long kernel(long module, String function) {
        long name = handle(5);
        record(module, driver -> driver.cuModuleGetFunctionAs(name, module, function));
        return name;
    }

    long stream() {
        long name = handle(2);
        record(name, driver -> driver.cuStreamCreateAs(name, 0));
        return name;
    }

    long event() {
        long name = handle(3);
        record(name, driver -> driver.cuEventCreateAs(name, 0));
        return name;
    }

    /** Returns the time since an event. */
    float elapsed(long start) {
        long end = event();
        cuda.cuEventRecord(end, 0);
        cuda.cuEventSynchronize(end);
        return cuda.cuEventElapsedTime(start, end);
    }

    /** Launches one thread in the legacy stream. */
    void launch(long kernel, Object... parameters) {
        ByteBuffer bytes = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
        for (Object parameter : parameters) {
            switch (parameter) {
                case Integer number -> bytes.putInt(number);
                case Double number -> bytes.position((bytes.position() + 7) & -8).putDouble(number);
                default -> bytes.putLong((Long) parameter);
            }
        }
        MemorySegment packed = MemorySegment.ofArray(bytes.array()).asSlice(0, bytes.position());
        cuda.cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, 0, packed);
    }

    byte[] read(long address, int bytes) {
        MemorySegment back = MemorySegment.ofArray(new byte[bytes]);
        cuda.cuMemcpyDtoH(back, address, bytes);
        return back.toArray(ValueLayout.JAVA_BYTE);
    }

    void write(long address, byte[] content) {
        cuda.cuMemcpyHtoD(address, MemorySegment.ofArray(content), content.length);
    }

    /** Returns a variable's 4 bytes. */
    int variable(long module, String name) {
        return ByteBuffer.wrap(read(cuda.cuModuleGetGlobal(module, name).dptr(), 4))
                .order(ByteOrder.LITTLE_ENDIAN)
                .getInt();
    }

    @Override
    public void close() {
        host.close();
    }
}
