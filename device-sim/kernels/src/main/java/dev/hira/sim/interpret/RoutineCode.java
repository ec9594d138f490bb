package dev.hira.sim.interpret;

import dev.hira.sim.code.Routine;
import dev.hira.sim.code.SpecialRegister;
import dev.hira.sim.run.BlockState;
import dev.hira.sim.run.SpecialValues;
import java.util.List;

/**
 * A decoded routine. Each call of it has an array of slots: first its registers, then all other
 * values that its instructions read.
 *
 * @param template the initial slots of a call, as far as they are the same for all calls
 * @param symbols slots that hold addresses of module variables
 * @param frameAddresses slots that hold addresses in the frame
 * @param specials slots that hold predefined registers
 */
@SuppressWarnings("ArrayRecordComponent") // decoded code is run, never compared
record RoutineCode(
        Routine routine,
        Segment entry,
        long[] template,
        List<Symbol> symbols,
        List<FrameAddress> frameAddresses,
        List<Special> specials) {
    /** A slot with the address of a variable. */
    record Symbol(int slot, int symbol, long offset) {}

    /** A slot with an address in the frame. */
    record FrameAddress(int slot, long offset) {}

    /** A slot with a predefined register that stays the same during a call. */
    record Special(int slot, SpecialRegister register) {}

    /**
     * Returns the slots of a new call.
     *
     * @param framePointer start of its frame in local memory
     */
    long[] slots(BlockState block, int thread, long framePointer) {
        long[] slots = template.clone();
        long[] addresses = block.grid.symbols();
        for (Symbol symbol : symbols) {
            slots[symbol.slot] = addresses[symbol.symbol] + symbol.offset;
        }
        for (FrameAddress address : frameAddresses) {
            slots[address.slot] = framePointer + address.offset;
        }
        for (Special special : specials) {
            slots[special.slot] = SpecialValues.read(special.register, block, thread);
        }
        return slots;
    }
}
