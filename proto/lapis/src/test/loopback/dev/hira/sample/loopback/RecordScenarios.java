package dev.hira.sample.loopback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.router.catalog.CallValues;
import dev.hira.router.catalog.FunctionRow;
import dev.hira.router.catalog.LaneChange;
import dev.hira.router.catalog.ObjectRef;
import dev.hira.router.catalog.RecordRule;
import dev.hira.router.catalog.RecordRule.Creates;
import dev.hira.router.catalog.RecordRule.Destroys;
import dev.hira.router.catalog.RecordRule.Orders;
import dev.hira.router.catalog.RecordRule.Replaces;
import dev.hira.router.catalog.RecordRule.Undoes;
import dev.hira.sample.loom.LoomFunctions;
import dev.hira.sample.loom.LoomHandles;
import dev.hira.sample.loom.catalog.LoomCatalog;
import dev.hira.wire.ArgsReader;
import dev.hira.wire.ArgsWriter;
import dev.hira.wire.Packed;

/** Tests the generated catalog's rules about the traces of calls; each method is a test. */
public final class RecordScenarios {
    private static final long ENGINE = 0x103;

    private final LoomCatalog catalog = new LoomCatalog();

    /** Returns the bytes of a call of the lane whose current engine is {@link #ENGINE}. */
    private record Call(ArgsWriter written, ArgsWriter returned) implements CallValues {
        Call(ArgsWriter written) {
            this(written, new ArgsWriter());
        }

        @Override
        public ArgsReader args() {
            return LoopSession.reader(written);
        }

        @Override
        public ArgsReader results() {
            return LoopSession.reader(returned);
        }

        @Override
        public long current(int type) {
            return type == LoomHandles.ENGINE ? ENGINE : 0;
        }
    }

    private <T extends RecordRule> T rule(int function, Class<T> type) {
        return type.cast(catalog.row(function).record());
    }

    public void shouldFindACreatedObjectWithItsOwnerAndExtent() {
        Creates rule = rule(LoomFunctions.LOOM_MAKE_CLOTH, Creates.class);
        Call call = new Call(new ArgsWriter().uint64(1, 0x500).uint64(2, 300).uint64(3, 2));
        assertThat(rule.object().type()).isEqualTo(LoomHandles.CLOTH);
        assertThat(rule.object().names(call)).containsExactly(0x500);
        assertThat(rule.owner().type()).isEqualTo(LoomHandles.ENGINE);
        assertThat(rule.owner().names(call)).containsExactly(ENGINE);
        assertThat(rule.extent().of(call)).isEqualTo(1024);
    }

    public void shouldRefuseAnExtentThatOverflows() {
        Creates rule = rule(LoomFunctions.LOOM_MAKE_CLOTH, Creates.class);
        Call call = new Call(new ArgsWriter().uint64(2, Long.MAX_VALUE / 2).uint64(3, 9));
        assertThatThrownBy(() -> rule.extent().of(call)).isInstanceOf(ArithmeticException.class);
    }

    public void shouldFindAnObjectThatTheDeviceNamed() {
        Creates rule = rule(LoomFunctions.LOOM_FIND_COUNTS, Creates.class);
        ArgsWriter returned = new ArgsWriter().uint64(1, 0x4000).uint64(2, 5);
        Call call = new Call(new ArgsWriter().uint64(1, 8), returned);
        assertThat(rule.object().names(call)).containsExactly(0x4000);
        assertThat(rule.owner().names(call)).containsExactly(8);
        assertThat(rule.extent().of(call)).isEqualTo(40);
        assertThat(rule.object().names(new Call(new ArgsWriter()))).isEmpty();
    }

    public void shouldFindAnObjectWhoseNameDoesNotTravel() {
        Destroys rule = rule(LoomFunctions.LOOM_CLOSE_ENGINE, Destroys.class);
        assertThat(rule.object().names(new Call(new ArgsWriter().uint64(1, 3))))
                .containsExactly(ENGINE);
    }

    public void shouldFindTheObjectsThatACreatedObjectDiesWith() {
        Creates rule = rule(LoomFunctions.LOOM_LOAD_PATTERN, Creates.class);
        Call based = new Call(new ArgsWriter().uint64(1, 9).uint64(2, 8));
        assertThat(rule.diesWith().getFirst().names(based)).containsExactly(8);
        assertThat(rule.needs().getFirst().names(based)).containsExactly(8);
        Call fresh = new Call(new ArgsWriter().uint64(1, 9));
        assertThat(rule.diesWith().getFirst().names(fresh)).isEmpty();
    }

    public void shouldFindEveryObjectOfAList() {
        Replaces rule = rule(LoomFunctions.LOOM_TUNE, Replaces.class);
        ArgsWriter args = new ArgsWriter().uint64(1, 8);
        list(args, 77);
        list(args, 5, 0, 6);
        assertThat(rule.needs().getFirst().type()).isEqualTo(LoomHandles.QUEUE);
        assertThat(rule.needs().getFirst().names(new Call(args))).containsExactly(5, 6);
    }

    private static void list(ArgsWriter args, long... names) {
        args.bytes(3, Packed.longs(names));
    }

    public void shouldGiveEachLimitOfTheCurrentEngineItsOwnSlot() {
        Replaces limit = rule(LoomFunctions.LOOM_LIMIT, Replaces.class);
        Undoes unlimit = rule(LoomFunctions.LOOM_UNLIMIT, Undoes.class);
        Call two = new Call(new ArgsWriter().uint64(1, 2).uint64(2, 1000));
        assertThat(limit.object().names(two)).containsExactly(ENGINE);
        assertThat(limit.slot().key(two)).containsExactly(2L);
        assertThat(unlimit.slot()).isEqualTo(limit.slot());
        assertThat(unlimit.slot().key(new Call(new ArgsWriter().uint64(1, 2))))
                .isEqualTo(limit.slot().key(two));
    }

    public void shouldReportRecordsAboutTheWholeSession() {
        Replaces rule = rule(LoomFunctions.LOOM_YARN, Replaces.class);
        assertThat(rule.object()).isEqualTo(new ObjectRef.Session());
        assertThat(rule.object().names(new Call(new ArgsWriter()))).isEmpty();
    }

    public void shouldReportTheObjectsThatLaterWorkWaitsFor() {
        Orders rule = rule(LoomFunctions.LOOM_AFTER, Orders.class);
        Call call = new Call(new ArgsWriter().uint64(1, 5).uint64(2, 6));
        assertThat(rule.object().names(call)).containsExactly(5);
        assertThat(rule.needs().getFirst().names(call)).containsExactly(6);
    }

    public void shouldReportTheChangeOfTheLane() {
        FunctionRow enter = catalog.row(LoomFunctions.LOOM_ENTER_ENGINE);
        assertThat(enter.lane().kind()).isEqualTo(LaneChange.Kind.PUSH);
        assertThat(enter.lane().object().names(new Call(new ArgsWriter().uint64(1, 7))))
                .containsExactly(7);
        FunctionRow leave = catalog.row(LoomFunctions.LOOM_LEAVE_ENGINE);
        assertThat(leave.lane()).isEqualTo(
                new LaneChange(LoomHandles.ENGINE, LaneChange.Kind.POP, null));
    }

    public void shouldGiveTheReasonWhyOtherCallsLeaveNothing() {
        for (int id = 0; id <= catalog.maxFunction(); id++) {
            FunctionRow row = catalog.row(id);
            if (row != null && row.record() instanceof RecordRule.Nothing nothing) {
                assertThat(nothing.reason()).as(row.name()).isNotBlank();
            }
        }
    }

    public void shouldListTheTypesByTag() {
        assertThat(catalog.types().get(LoomHandles.QUEUE - 1).predefined()).containsExactly(0L);
        assertThat(catalog.types().get(LoomHandles.CLOTH - 1).address()).isTrue();
        assertThat(catalog.types().get(LoomHandles.CLOTH - 1).parent())
                .isEqualTo(LoomHandles.ENGINE);
        assertThat(catalog.types().get(LoomHandles.CLOTH - 1).write())
                .isEqualTo(LoomFunctions.LOOM_WRITE);
    }
}
