package dev.hira.sim.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.api.StateException;
import dev.hira.sim.driver.object.Placements;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A process that replaces a dead one repeats its choices, which are known object by object. */
@Timeout(120)
final class ObjectChoicesTest {
    private static final String SMALL = "profile=small,capability=9.0";
    private static final String LARGE = "profile=default,capability=9.0";

    private Guest guest;
    private Guest fresh;
    private long context;

    @BeforeEach
    void open() {
        guest = Guest.at(Guest.device(SMALL, true));
        context = guest.context();
        fresh = guest;
    }

    @AfterEach
    void close() {
        guest.close();
        fresh.close();
    }

    private List<byte[]> choices() {
        List<byte[]> all = new ArrayList<>();
        guest.journal
                .keySet()
                .forEach(object -> {
                    byte[] chosen = guest.process.state().choicesFor(object);
                    if (chosen.length != 0) {
                        all.add(chosen);
                    }
                });
        return all;
    }

    private void rebuild() {
        List<byte[]> chosen = choices();
        fresh = guest.repeatedAt(Guest.device(LARGE, true), state -> state.prepareObjects(chosen));
        fresh.process.state().endRepetition();
    }

    @Test
    void shouldKeepAddressesAndNumbersButNoContents() {
        long gone = guest.module();
        long module = guest.module();
        long former = guest.stream();
        guest.cuda.cuStreamDestroy(former);
        guest.forget(former);
        long stream = guest.stream();
        long memory = guest.allocate(context, 100);
        guest.write(memory, new byte[] {1, 2, 3});
        guest.launch(guest.kernel(module, "tick"));
        guest.cuda.cuModuleUnload(gone);
        guest.forget(gone);
        long address = guest.cuda.cuModuleGetGlobal(module, "calls").dptr();
        assertThat(guest.variable(module, "calls")).isZero();

        rebuild();
        assertThat(fresh.cuda.cuModuleGetGlobal(module, "calls").dptr()).isEqualTo(address);
        assertThat(fresh.variable(module, "calls")).as("its initial value").isEqualTo(3);
        assertThat(fresh.cuda.cuStreamGetId(stream)).isEqualTo(guest.cuda.cuStreamGetId(stream));
        assertThat(fresh.read(memory, 100)).containsOnly(0);
        assertThat(fresh.cuda.cuStreamGetId(fresh.stream()))
                .isNotEqualTo(fresh.cuda.cuStreamGetId(stream));
    }

    @Test
    void shouldPlaceNewVariablesBesideThoseOfBefore() {
        long module = guest.module();
        rebuild();
        long another = fresh.module();
        assertThat(fresh.cuda.cuModuleGetGlobal(another, "filler").dptr())
                .isNotEqualTo(fresh.cuda.cuModuleGetGlobal(module, "filler").dptr());
    }

    private static long fillerOf(Guest owner, long module) {
        return owner.cuda.cuModuleGetGlobal(module, "filler").dptr();
    }

    @Test
    void shouldContinueTheOrderOfTheProcessThatItReplaces() {
        guest.close();
        guest = Guest.at(Guest.device(SMALL, true));
        guest.process.state().chooseInOrder();
        guest.context();
        long gone = guest.module();
        long module = guest.module();
        long former = fillerOf(guest, gone);
        guest.cuda.cuModuleUnload(gone);
        guest.forget(gone);

        byte[] placements = guest.process.state().placements();
        fresh = guest.repeatedAt(Guest.device(LARGE, true), state -> state.prepare(placements));
        fresh.process.state().endRepetition();
        assertThat(fillerOf(fresh, module)).isEqualTo(fillerOf(guest, module));
        long next = fillerOf(guest, guest.module());
        assertThat(fillerOf(fresh, fresh.module())).isEqualTo(next);
        assertThat(next).isGreaterThan(fillerOf(guest, module)).isNotEqualTo(former);
    }

    @Test
    void shouldRefuseAnOrderThatContinuesElsewhere() {
        Guest unused = Guest.unusedAt(Guest.device(LARGE, true));
        fresh = unused;
        byte[] elsewhere =
                RecordCodec.encode(
                        new StateRecord.Choices(
                                new Placements(
                                        0, Map.of(), Map.of(), Map.of(), Map.of(context, 512L))));
        assertThatThrownBy(() -> unused.process.state().prepare(elsewhere))
                .isInstanceOf(StateException.class)
                .hasMessageContaining("where the device chooses no addresses of this context");
    }

    @Test
    void shouldHaveNoChoicesForWhatGuestsName() {
        assertThat(guest.process.state().choicesFor(guest.allocate(context, 100))).isEmpty();
        assertThat(guest.process.state().choicesFor(guest.event())).isEmpty();
        assertThat(guest.process.state().choicesFor(12345)).isEmpty();
    }

    @Test
    void shouldRefuseChoicesThatNoProcessMakes() {
        long module = guest.module();
        byte[] chosen = guest.process.state().choicesFor(module);
        byte[] damaged = chosen.clone();
        damaged[damaged.length / 2]++;
        Guest unused = Guest.unusedAt(Guest.device(LARGE, true));
        fresh = unused;
        assertThatThrownBy(() -> unused.process.state().prepareObjects(List.of(chosen, damaged)))
                .isInstanceOf(StateException.class);
        StateRecord.Choices read = (StateRecord.Choices) RecordCodec.decode(chosen);
        byte[] twice =
                RecordCodec.encode(
                        new StateRecord.Choices(
                                Placements.ofModule(
                                        module + 1, read.placements().modules().get(module))));
        assertThatThrownBy(() -> unused.process.state().prepareObjects(List.of(chosen, twice)))
                .isInstanceOf(StateException.class)
                .hasMessageContaining("overlap");
    }
}
