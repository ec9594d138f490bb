package dev.hira.router.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.catalog.CudaCatalog;
import dev.hira.router.catalog.RecordRule.Creates;
import dev.hira.router.catalog.RecordRule.Destroys;
import dev.hira.router.catalog.RecordRule.Replaces;
import dev.hira.router.catalog.RecordRule.Undoes;
import dev.hira.wire.ArgsReader;
import dev.hira.wire.ArgsWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * The recorded effects of each function of CUDA, from which a session can be recreated elsewhere.
 */
final class CudaRecordsTest {
    private static final Path LISTED = Path.of("src/test/resources/cuda-records.txt");
    private static final int CONTEXT_TYPE = 1;
    private static final long CONTEXT = 0x77;

    private final Catalog catalog = new CudaCatalog();

    /** The values of a call on a lane with the current context {@link #CONTEXT}. */
    private record Call(ArgsWriter written, ArgsWriter returned) implements CallValues {
        @Override
        public ArgsReader args() {
            return reader(written);
        }

        @Override
        public ArgsReader results() {
            return reader(returned);
        }

        @Override
        public long current(int type) {
            return type == CONTEXT_TYPE ? CONTEXT : 0;
        }

        private static ArgsReader reader(ArgsWriter bytes) {
            return new ArgsReader().wrap(ByteBuffer.wrap(bytes.array()), 0, bytes.length());
        }
    }

    private static Call call(ArgsWriter args) {
        return new Call(args, new ArgsWriter());
    }

    private RecordRule rule(String function) {
        return row(function).record();
    }

    private FunctionRow row(String function) {
        for (int id = 0; id <= catalog.maxFunction(); id++) {
            FunctionRow row = catalog.row(id);
            if (row != null && row.name().equals(function)) {
                return row;
            }
        }
        throw new AssertionError("There is no function " + function + ".");
    }

    /**
     * The list is for readers: the calls that replay repeats, and the reasons for omitting the
     * others. After an intended change run the test with {@code -Dgolden.update=true} and read the
     * difference.
     */
    @Test
    void shouldHaveTheReviewedRuleForEveryFunctionThatTravels() throws IOException {
        new RecordList(catalog).requireReviewed(LISTED);
    }

    @Test
    void shouldFindOwnerAndBytesOfMemory() {
        Creates rule = (Creates) rule("cuMemAlloc");
        Call call = call(new ArgsWriter().uint64(1, 0x4000).uint64(2, 1000));
        assertThat(rule.object().names(call)).containsExactly(0x4000);
        assertThat(Objects.requireNonNull(rule.owner()).names(call)).containsExactly(CONTEXT);
        assertThat(Objects.requireNonNull(rule.extent()).of(call)).isEqualTo(1000);
    }

    @Test
    void shouldFindVariablesOfModulesWhereTheDevicePutThem() {
        Creates rule = (Creates) rule("cuModuleGetGlobal");
        ArgsWriter returned = new ArgsWriter().uint64(1, 0x9000).uint64(2, 16);
        Call call = new Call(new ArgsWriter().uint64(1, 8), returned);
        assertThat(rule.object().names(call)).containsExactly(0x9000);
        assertThat(Objects.requireNonNull(rule.owner()).names(call)).containsExactly(8);
        assertThat(Objects.requireNonNull(rule.extent()).of(call)).isEqualTo(16);
    }

    /** Mirrors a lane as a journal does. */
    private void follow(Deque<Long> stack, String function, long context) {
        FunctionRow row = row(function);
        LaneChange change = Objects.requireNonNull(row.lane());
        ObjectRef object = change.object();
        long[] named =
                object == null
                        ? new long[0]
                        : object.names(call(new ArgsWriter().uint64(1, context)));
        if (change.kind() != LaneChange.Kind.PUSH && !stack.isEmpty()) {
            stack.pop();
        }
        for (long name : named) {
            stack.push(name);
        }
    }

    @Test
    void shouldTellHowToMirrorTheCurrentContextOfALane() {
        Deque<Long> stack = new ArrayDeque<>();
        follow(stack, "cuCtxCreate", 0x10);
        follow(stack, "cuCtxPushCurrent", 0x20);
        follow(stack, "cuCtxSetCurrent", 0x30);
        assertThat(stack).containsExactly(0x30L, 0x10L);
        follow(stack, "cuCtxPopCurrent", 0);
        assertThat(stack).containsExactly(0x10L);
        follow(stack, "cuCtxSetCurrent", 0);
        assertThat(stack).isEmpty();
        follow(stack, "cuCtxSetCurrent", 0x40);
        assertThat(stack).containsExactly(0x40L);
    }

    @Test
    void shouldKeepTheNewestOfEachLimitOfTheCurrentContext() {
        Replaces rule = (Replaces) rule("cuCtxSetLimit");
        Call call = call(new ArgsWriter().uint64(1, 2).uint64(2, 1 << 20));
        assertThat(rule.object().names(call)).containsExactly(CONTEXT);
        assertThat(rule.slot().key(call)).containsExactly(2L);
    }

    @Test
    void shouldForgetPeerAccessThatWasTakenBack() {
        Replaces enable = (Replaces) rule("cuCtxEnablePeerAccess");
        Undoes disable = (Undoes) rule("cuCtxDisablePeerAccess");
        Call call = call(new ArgsWriter().uint64(1, 0x88));
        assertThat(disable.slot()).isEqualTo(enable.slot());
        assertThat(disable.slot().key(call)).containsExactly(0x88L);
        assertThat(enable.needs().getFirst().names(call)).containsExactly(0x88);
    }

    @Test
    void shouldFindThePrimaryContextThatAReleaseDoesNotName() {
        Destroys rule = (Destroys) rule("cuDevicePrimaryCtxRelease");
        Creates retain = (Creates) rule("cuDevicePrimaryCtxRetain");
        Call call = call(new ArgsWriter().uint64(1, 1));
        assertThat(rule.object().names(call)).containsExactly(0x0100000000000002L);
        assertThat(retain.object().type()).isEqualTo(rule.object().type());
    }
}
