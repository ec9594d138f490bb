package dev.hira.sim.jit.check;

import dev.hira.sim.code.Access;
import dev.hira.sim.code.Carrier;
import dev.hira.sim.jit.method.ElementTransfer;
import dev.hira.sim.jit.method.GeneratedTypes;
import java.lang.classfile.CodeBuilder;
import java.util.ArrayList;
import java.util.List;

/**
 * The path of a vector to memory that other threads may access at the same time. It moves whole
 * words of several elements, so that no thread sees half of a word. Elements are accessed in order.
 */
public final class WordAccessPath implements AccessPath {
    private static final int NONE = -1;

    private final CodeBuilder code;
    private final AccessPath words;
    private final ElementTransfer word;
    private final int perWord;
    private final int elementBits;

    /** The local variable with the most recently loaded word. */
    private final int slot;

    private int loaded = NONE;
    private final List<Runnable> pending = new ArrayList<>();

    /**
     * Creates the path of an access.
     *
     * @param words the path for its words
     * @param slot a local variable for a LONG
     */
    public WordAccessPath(CodeBuilder code, AccessPath words, Access access, int slot) {
        this.code = code;
        this.words = words;
        this.word = ElementTransfer.ofBytes(access.wordBytes());
        this.perWord = access.wordElements();
        this.elementBits = access.type().bits();
        this.slot = slot;
    }

    @Override
    public ElementTransfer load(int element, ElementTransfer wanted) {
        if (element / perWord != loaded) {
            loaded = element / perWord;
            words.load(loaded, word);
            if (word != ElementTransfer.LONG) {
                code.i2l();
            }
            code.lstore(slot);
        }
        code.lload(slot);
        int shift = element % perWord * elementBits;
        if (shift > 0) {
            code.loadConstant(shift).lushr();
        }
        ElementTransfer cell = wanted.whole();
        cell.narrow(code, Carrier.LONG);
        return cell;
    }

    @Override
    public boolean checks() {
        return words.checks();
    }

    @Override
    public void store(int element, ElementTransfer cell, Carrier carrier, Runnable push) {
        pending.add(() -> {
            push.run();
            if (carrier == Carrier.FLOAT) {
                code.invokestatic(
                        GeneratedTypes.FLOAT,
                        "floatToRawIntBits",
                        GeneratedTypes.method(GeneratedTypes.I, GeneratedTypes.F));
            } else {
                ElementTransfer.INT.narrow(code, carrier);
            }
        });
        if (pending.size() == perWord) {
            words.store(element / perWord, word, Carrier.LONG, this::pack);
            pending.clear();
        }
    }

    /** Pushes the pending elements as one LONG, the first in its lowest bits. */
    private void pack() {
        for (int i = 0; i < perWord; i++) {
            pending.get(i).run();
            code.i2l().loadConstant((1L << elementBits) - 1).land();
            if (i > 0) {
                code.loadConstant(i * elementBits).lshl().lor();
            }
        }
    }
}
