package dev.hira.sample.loopback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.router.catalog.CostSink;
import dev.hira.sample.loom.LoomArea;
import dev.hira.sample.loom.LoomException;
import dev.hira.sample.loom.LoomFunctions;
import dev.hira.sample.loom.LoomInfoResult;
import dev.hira.sample.loom.LoomLimits;
import dev.hira.sample.loom.LoomDetails;
import dev.hira.sample.loom.LoomMakeClothResult;
import dev.hira.sample.loom.LoomResult;
import dev.hira.sample.loom.LoomSide;
import dev.hira.sample.loom.catalog.LoomCatalog;
import dev.hira.sample.loom.stub.LoomStub;
import dev.hira.server.dispatch.CallRefused;
import dev.hira.wire.ArgsWriter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Tests the generated stub and dispatcher together; each method is a test. */
public final class LoopbackScenarios {
    private final LoomFake loom = new LoomFake();
    private final LoopSession session = new LoopSession(loom);
    private long currentEngine = 0x103;
    private final LoomStub stub =
            new LoomStub(session) {
                @Override
                public long loomCurrentEngine() {
                    return currentEngine;
                }

                @Override
                public long loomLeaveEngine() {
                    loomLeaveEngineCommand();
                    return currentEngine;
                }
            };

    public void shouldTransmitStructsAndListsUnchanged() {
        LoomInfoResult back = stub.loomInfo();
        LoomInfoResult info = loom.info;
        assertThat(back.engines()).isEqualTo(info.engines());
        assertThat(back.names()).isEqualTo(info.names());
        assertThat(back.sizes()).containsExactly(info.sizes());
        assertThat(back.sides()).isEqualTo(info.sides());
        assertThat(back.limits().maxThreads()).isEqualTo(-1);
        assertThat(back.limits().tension()).isEqualTo(2.5);
        assertThat(back.limits().virtual()).isTrue();
        assertThat(back.limits().inner().default_()).isEqualTo(Long.MIN_VALUE);
        assertThat(back.limits().inner().serial().mismatch(LoomFake.bytes(1, 2, 3))).isEqualTo(-1);
    }

    public void shouldKeepTheServersTableConsistent() {
        long queue = stub.loomCreateQueue(-1);
        String name = "0x" + Long.toHexString(queue);
        stub.loomDestroyQueue(queue);
        assertThat(loom.calls).containsExactly("queue 4294967295", "destroy");
        assertThat(session.events)
                .containsExactly(
                        "loomCreateQueue async",
                        "claim queue " + name + " of 0",
                        "created queue " + name + " of 0 in 0x103",
                        "loomDestroyQueue async",
                        "require queue " + name,
                        "destroyed queue " + name);
    }

    public void shouldComputeNamesThatFollowFromArguments() {
        assertThat(stub.loomOpenEngine(3)).isEqualTo(0x103);
        stub.loomCloseEngine(3);
        assertThat(session.events).contains("created engine 0x103 of 0 in 0x0");
        assertThat(session.events).endsWith("loomCloseEngine sync", "destroyed engine 0x103");
        assertThat(session.releasedParents).containsExactly(0x103L);
    }

    public void shouldRefuseAForgedNameThatDoesNotFollowFromTheArguments() {
        shouldFail(LoomResult.LOOM_BAD_ARGUMENT, () -> stub.loomOpenEngineAs(0x105, 3));
        assertThat(loom.calls).isEmpty();
    }

    public void shouldSendTheCommandOfAFunctionThatTheGuestAnswersItself() {
        assertThat(stub.loomLeaveEngine()).isEqualTo(0x103);
        assertThat(session.events).containsExactly("loomLeaveEngine async");
        assertThat(loom.calls).containsExactly("leave");
    }

    public void shouldReturnOutcomesAsValues() {
        assertThat(stub.loomQueueDone(0)).isEqualTo(LoomResult.LOOM_OK);
        loom.busy = true;
        assertThat(stub.loomQueueDone(0)).isEqualTo(LoomResult.LOOM_BUSY);
        assertThat(stub.loomWake(0)).isEqualTo(LoomResult.LOOM_OK);
    }

    public void shouldBlockOnlyWhenNotReady() {
        stub.loomWait(9);
        loom.busy = true;
        stub.loomWait(9);
        assertThat(session.events.stream().filter(e -> e.equals("quick") || e.equals("blocking")))
                .containsExactly("quick", "blocking");
        assertThat(loom.calls).containsExactly("wait 9", "wait 9");
    }

    public void shouldSplitLargeWritesAndWaitForAllParts() {
        session.splitBytes = 10;
        MemorySegment data = numbered(25);
        stub.loomWrite(100, data, 25);
        assertThat(MemorySegment.ofArray(loom.memory).asSlice(100, 25).mismatch(data)).isEqualTo(-1);
        assertThat(session.events.stream().filter(e -> e.startsWith("loomWrite")))
                .containsExactly(
                        "loomWrite later",
                        "loomWrite later",
                        "loomWrite later",
                        "loomWrite awaited",
                        "loomWrite awaited",
                        "loomWrite awaited");
        assertThat(session.events).contains("require cloth 0x78");
    }

    public void shouldRefuseABufferThatIsTooShort() {
        shouldFail(LoomResult.LOOM_BAD_ARGUMENT, () -> stub.loomWrite(0, numbered(4), 5));
        shouldFail(LoomResult.LOOM_BAD_ARGUMENT, () -> stub.loomWrite(0, numbered(4), -1));
        assertThat(session.events).isEmpty();
    }

    public void shouldDeliverLateOutputsWhenTheQueueReachesTheCall() {
        session.splitBytes = 6;
        for (int i = 0; i < 20; i++) {
            loom.memory[i] = (byte) (i + 1);
        }
        MemorySegment into = MemorySegment.ofArray(new byte[20]);
        stub.loomRead(into, 0, 20, 5);
        assertThat(into.toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
        loom.reached.forEach(Runnable::run);
        assertThat(into.mismatch(MemorySegment.ofArray(loom.memory).asSlice(0, 20))).isEqualTo(-1);
    }

    public void shouldSendOnlyTheRowsOfAPitchedArea() {
        MemorySegment host = numbered(100);
        stub.loomCopyArea(area(LoomSide.HOST_SOURCE, 3), host, null);
        assertThat(loom.calls).containsExactly("area x0 y0 pitch4 rows3 clothY1");
        assertThat(session.events).contains("loomCopyArea async");
        for (int row = 0; row < 3; row++) {
            for (int x = 0; x < 4; x++) {
                assertThat(loom.memory[(1 + row) * 4 + x]).isEqualTo((byte) ((2 + row) * 10 + 1 + x));
            }
        }
        MemorySegment back = MemorySegment.ofArray(new byte[100]);
        stub.loomCopyArea(area(LoomSide.HOST_TARGET, 3), null, back);
        assertThat(session.events).endsWith("blocking");
        for (int at = 0; at < 100; at++) {
            boolean inside = at / 10 >= 2 && at / 10 < 5 && at % 10 >= 1 && at % 10 < 5;
            assertThat(back.get(ValueLayout.JAVA_BYTE, at)).isEqualTo(inside ? (byte) at : 0);
        }
    }

    public void shouldSplitPitchedAreasByRows() {
        session.splitBytes = 9;
        stub.loomCopyArea(area(LoomSide.HOST_SOURCE, 5), numbered(100), null);
        assertThat(loom.calls)
                .containsExactly(
                        "area x0 y0 pitch4 rows2 clothY1",
                        "area x0 y0 pitch4 rows2 clothY3",
                        "area x0 y0 pitch4 rows1 clothY5");
        assertThat(loom.memory[5 * 4]).isEqualTo((byte) 61);
    }

    public void shouldRefuseAnAreaThatIsNotInsideItsMemory() {
        shouldFail(
                LoomResult.LOOM_BAD_ARGUMENT,
                () -> stub.loomCopyArea(area(LoomSide.HOST_SOURCE, 3), numbered(44), null));
        shouldFail(
                LoomResult.LOOM_BAD_ARGUMENT,
                () -> stub.loomCopyArea(area(LoomSide.HOST_SOURCE, 3), null, null));
    }

    public void shouldLeaveOutNullArguments() {
        MemorySegment text = numbered(12);
        stub.loomLoadPattern(0, text, null, 0, null);
        MemorySegment log = MemorySegment.ofArray(new byte[9]);
        LoomLimits limits = new LoomLimits(1, 4.5, 0, false, new LoomDetails(0, numbered(0)));
        var loaded = stub.loomLoadPattern(0x99, text, log, 8, limits);
        assertThat(loom.calls).containsExactly("load 12 - -", "load 12 8 4.5");
        assertThat(loaded.written()).isEqualTo(1);
        assertThat(loaded.warnings()).isEqualTo(2);
        assertThat(log.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 7);
        String name = "0x" + Long.toHexString(loaded.pattern());
        assertThat(session.events)
                .endsWith(
                        "created pattern " + name + " of 0 in 0x103",
                        "dependsOn pattern " + name + " on pattern 0x99");
    }

    public void shouldCheckHandlesInsideListsAndStructs() {
        LoomArea area = new LoomArea(LoomSide.HOST_NONE, 1, 2, 3, 4, 5, 6, 7);
        stub.loomTune(8, new float[] {0, -1.5f}, new long[] {0, 9}, List.of(area), numbered(0));
        assertThat(loom.calls).containsExactly("tune [0.0, -1.5] 2 [" + area + "] 0");
        assertThat(session.events)
                .containsExactly(
                        "loomTune async",
                        "require pattern 0x8",
                        "require queue 0x0",
                        "require queue 0x9",
                        "requireOrNull cloth 0x6");
    }

    public void shouldRegisterObjectsThatTheDeviceHasNamed() {
        assertThat(stub.loomFindCounts(8).counts()).isEqualTo(0x4000);
        assertThat(session.events).endsWith("created cloth 0x4000 of 40 in 0x8");
    }

    public void shouldChangeBuffersInPlace() {
        MemorySegment threads = MemorySegment.ofArray(new int[] {1, -2, 3});
        assertThat(stub.loomWeave(8, threads, 2, true, 0, -3)).isEqualTo(-0.5);
        assertThat(threads.toArray(ValueLayout.JAVA_INT_UNALIGNED)).containsExactly(-3, 6, 3);
    }

    public void shouldCallBackWithTheArguments() {
        List<String> heard = new ArrayList<>();
        stub.loomWhenReached(4, tag -> heard.add("reached " + tag), -7);
        stub.loomWatch(4, (queue, status, text) -> heard.add(queue + " " + status + " " + text));
        loom.reached.forEach(Runnable::run);
        loom.watcher.call(4, LoomResult.LOOM_FULL, "so full");
        assertThat(heard).containsExactly("reached -7", "4 LOOM_FULL so full");
        stub.loomWatch(4, null);
        assertThat(loom.watcher).isNull();
    }

    public void shouldRemoveCallbacksWithTheObjectThatTheyLiveWith() {
        stub.loomWatch(4, (queue, status, text) -> {});
        assertThat(session.callbacks).hasSize(1);
        stub.loomDestroyQueue(4);
        assertThat(session.callbacks).isEmpty();
    }

    public void shouldReleaseTheAddressWhenTheCallFails() {
        LoomMakeClothResult made = stub.loomMakeCloth(300, 2, false);
        assertThat(made.cloth()).isEqualTo(0x10000);
        assertThat(made.pitch()).isEqualTo(512);
        assertThat(session.events).contains("claim cloth 0x10000 of 1024");
        loom.full = true;
        shouldFail(LoomResult.LOOM_FULL, () -> stub.loomMakeCloth(300, 2, false));
        assertThat(session.releasedAddresses).containsExactly(0x10000L);
    }

    public void shouldFailWithoutAskingTheServerWhenNoAddressIsLeft() {
        session.nextAddress = 0;
        shouldFail(LoomResult.LOOM_FULL, () -> stub.loomMakeCloth(300, 2, false));
        currentEngine = 0;
        shouldFail(LoomResult.LOOM_NO_ENGINE, () -> stub.loomMakeCloth(300, 2, false));
        shouldFail(
                LoomResult.LOOM_BAD_ARGUMENT, () -> stub.loomMakeCloth(Long.MAX_VALUE, 2, false));
        assertThat(session.events).isEmpty();
    }

    public void shouldNotDestroyNothing() {
        stub.loomFreeCloth(0);
        assertThat(session.events)
                .containsExactly("loomFreeCloth async", "requireOrNull cloth 0x0");
    }

    public void shouldRefuseInvalidArguments() {
        refused(99, new ArgsWriter());
        refused(LoomFunctions.LOOM_COPY_AREA, new ArgsWriter());
        ArgsWriter enumeration = new ArgsWriter();
        enumeration.beginMessage(1).uint64(1, 12).endMessage();
        refused(LoomFunctions.LOOM_COPY_AREA, enumeration);
        refused(LoomFunctions.LOOM_WRITE, new ArgsWriter().uint64(1, 5).uint64(3, -4));
        refused(
                LoomFunctions.LOOM_MAKE_CLOTH,
                new ArgsWriter().uint64(1, 5).uint64(2, Long.MAX_VALUE / 2).uint64(3, 100));
        assertThat(loom.calls).isEmpty();
    }

    public void shouldPriceACallFromItsArguments() {
        assertThat(cost(LoomFunctions.LOOM_INFO, new ArgsWriter())).containsExactly("0: 1");
        ArgsWriter cloth = new ArgsWriter().uint64(1, 0x500).uint64(2, 300).uint64(3, 2);
        assertThat(cost(LoomFunctions.LOOM_MAKE_CLOTH, cloth))
                .containsExactly("0: 1", "2 of 1280: 1024");
        assertThat(cost(LoomFunctions.LOOM_MAKE_CLOTH, cloth.uint64(4, 1))).containsExactly("0: 1");
        assertThat(cost(LoomFunctions.LOOM_CLOSE_ENGINE, new ArgsWriter().uint64(1, 3)))
                .containsExactly("0: 1", "2 of 259: back");
        ArgsWriter weave = new ArgsWriter().uint64(1, 6).uint64(4, 1).uint64(5, 21);
        assertThat(cost(LoomFunctions.LOOM_WEAVE, weave))
                .containsExactly("0: 1", "1: 42", "work of 6");
    }

    public void shouldPriceTheLastOfARepeatedStructAsTheServerReadsIt() {
        ArgsWriter args = new ArgsWriter();
        args.beginMessage(1).uint64(1, 1).uint64(5, 10).uint64(6, 10).endMessage();
        args.beginMessage(1).uint64(1, 2).uint64(5, 7).endMessage();
        assertThat(cost(LoomFunctions.LOOM_COPY_AREA, args)).containsExactly("0: 1", "1: 0");
    }

    public void shouldRefuseToPriceAnOverflow() {
        ArgsWriter args = new ArgsWriter();
        args.beginMessage(1).uint64(1, 1).uint64(5, Long.MAX_VALUE).uint64(6, 3).endMessage();
        assertThatThrownBy(() -> cost(LoomFunctions.LOOM_COPY_AREA, args))
                .isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> cost(LoomFunctions.LOOM_WRITE, new ArgsWriter().uint64(3, -1)))
                .isInstanceOf(ArithmeticException.class);
    }

    private static List<String> cost(int function, ArgsWriter args) {
        List<String> costs = new ArrayList<>();
        new LoomCatalog()
                .cost(
                        function,
                        LoopSession.reader(args),
                        new CostSink() {
                            @Override
                            public void consumes(int resource, long amount) {
                                costs.add(resource + ": " + amount);
                            }

                            @Override
                            public void allocates(int resource, long name, long amount) {
                                costs.add(resource + " of " + name + ": " + amount);
                            }

                            @Override
                            public void releases(int resource, long name) {
                                costs.add(resource + " of " + name + ": back");
                            }

                            @Override
                            public void work(long code) {
                                costs.add("work of " + code);
                            }
                        });
        return costs;
    }

    private void refused(int function, ArgsWriter args) {
        LoopCall call = new LoopCall(session, function, "forged", args);
        assertThatThrownBy(
                        () ->
                                session.dispatcher.dispatch(
                                        function, new LoopServerCall(call), loom))
                .isInstanceOfSatisfying(
                        CallRefused.class,
                        e -> assertThat(e.code()).isEqualTo(LoomResult.LOOM_BAD_ARGUMENT.value()));
    }

    private static void shouldFail(LoomResult code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        LoomException.class, e -> assertThat(e.error()).isEqualTo(code));
    }

    private static LoomArea area(LoomSide side, long rows) {
        return new LoomArea(side, 1, 2, 10, 4, rows, 0, 1);
    }

    private static MemorySegment numbered(int bytes) {
        byte[] data = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            data[i] = (byte) i;
        }
        return MemorySegment.ofArray(data);
    }
}
