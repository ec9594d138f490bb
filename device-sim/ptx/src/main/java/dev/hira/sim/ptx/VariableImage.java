package dev.hira.sim.ptx;

import dev.hira.sim.ptx.model.Constant;
import dev.hira.sim.ptx.model.Initializer;
import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.ptx.model.Variable;
import dev.hira.sim.ptx.text.Diagnostics;
import dev.hira.sim.ptx.text.PtxException;
import dev.hira.sim.ptx.text.SyntaxFault;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The initial bytes of a variable.
 *
 * @param bytes its first bytes; the others are zero
 * @param relocations positions at which addresses must be added
 */
@SuppressWarnings("ArrayRecordComponent") // images are read, never compared
public record VariableImage(byte[] bytes, List<Relocation> relocations) {
    private static final int LARGEST = 64 << 20;

    /**
     * A position that holds an address.
     *
     * @param at offset of its first byte
     * @param size number of bytes of the address stored there, lowest first
     * @param address the address to store
     */
    public record Relocation(int at, int size, Constant.AddressOf address) {}

    /**
     * Returns the image of a module variable.
     *
     * @throws PtxException when its initial value does not fit
     */
    public static VariableImage of(PtxModule module, Variable variable) {
        Diagnostics diagnostics = new Diagnostics(module.source());
        VariableImage image = check(module, variable, diagnostics);
        diagnostics.throwIfAny();
        return image;
    }

    static VariableImage check(PtxModule module, Variable variable, Diagnostics diagnostics) {
        Filler filler = new Filler(module, variable);
        try {
            Initializer initializer = variable.initializer();
            if (initializer != null) {
                filler.fill(initializer, 0, 0);
            }
        } catch (SyntaxFault fault) {
            diagnostics.report(fault);
        }
        return new VariableImage(
                Arrays.copyOf(filler.bytes, filler.used), List.copyOf(filler.relocations));
    }

    private static final class Filler {
        private final PtxModule module;
        private final Variable variable;
        private final List<Relocation> relocations = new ArrayList<>();
        private byte[] bytes = new byte[16];
        private int used;

        Filler(PtxModule module, Variable variable) {
            this.module = module;
            this.variable = variable;
        }

        /** Fills one element or, with braces, the part of the array at this depth. */
        void fill(Initializer initializer, int depth, long at) {
            switch (initializer) {
                case Initializer.Single(Constant value, int offset) -> put(value, at, offset);
                case Initializer.Many(var elements, int offset) -> {
                    long step = step(depth, offset);
                    long most = most(depth);
                    if (elements.size() > most) {
                        throw new SyntaxFault(
                                offset,
                                "The initial value has "
                                        + elements.size()
                                        + " elements where '"
                                        + variable.name()
                                        + "' has "
                                        + most
                                        + ".");
                    }
                    for (int i = 0; i < elements.size(); i++) {
                        fill(elements.get(i), depth + 1, at + i * step);
                    }
                }
            }
        }

        private long most(int depth) {
            List<Long> dimensions = variable.dimensions();
            return depth < dimensions.size() ? dimensions.get(depth) : variable.vector();
        }

        private long step(int depth, int offset) {
            List<Long> dimensions = variable.dimensions();
            if (depth >= dimensions.size()) {
                if (variable.vector() > 1 && depth == dimensions.size()) {
                    return variable.type().bytes();
                }
                throw new SyntaxFault(
                        offset,
                        "The initial value of '" + variable.name() + "' has too many braces.");
            }
            long step = variable.elementBytes();
            for (int i = depth + 1; i < dimensions.size(); i++) {
                step *= dimensions.get(i);
            }
            return step;
        }

        private void put(Constant value, long at, int offset) {
            int size = variable.type().bytes();
            if (at + size > LARGEST) {
                throw new SyntaxFault(
                        offset, "Initial values beyond " + LARGEST + " bytes are not supported.");
            }
            reserve((int) at + size);
            ByteBuffer to = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            if (value instanceof Constant.AddressOf address) {
                relocate(address, (int) at, size, offset);
            } else {
                store(to, (int) at, size, value, offset);
            }
        }

        private void relocate(Constant.AddressOf address, int at, int size, int offset) {
            String symbol = address.symbol();
            if (!module.variables().containsKey(symbol) && module.function(symbol) == null) {
                throw new SyntaxFault(
                        offset, "The initial value names '" + symbol + "', which is not declared.");
            }
            relocations.add(new Relocation(at, size, address));
        }

        private void store(ByteBuffer to, int at, int size, Constant value, int offset) {
            boolean real = variable.type().kind() == ScalarType.Kind.FLOAT;
            if (real && size >= 4) {
                storeReal(to, at, size, value);
                return;
            }
            if (!(value instanceof Constant.Whole(long bits))) {
                throw new SyntaxFault(
                        offset,
                        "The type "
                                + variable.type().suffix()
                                + " of '"
                                + variable.name()
                                + "' needs a whole number.");
            }
            for (int i = 0; i < size; i++) {
                to.put(at + i, (byte) (i < 8 ? bits >> (8 * i) : 0));
            }
        }

        private static void storeReal(ByteBuffer to, int at, int size, Constant value) {
            double real =
                    switch (value) {
                        case Constant.Real(double number) -> number;
                        case Constant.SingleBits(int bits) -> Float.intBitsToFloat(bits);
                        case Constant.Whole(long whole) -> whole;
                        case Constant.AddressOf _ -> 0;
                    };
            if (size == 8) {
                to.putDouble(at, real);
            } else if (value instanceof Constant.SingleBits(int bits)) {
                to.putInt(at, bits);
            } else {
                to.putFloat(at, (float) real);
            }
        }

        private void reserve(int end) {
            if (end > bytes.length) {
                bytes =
                        Arrays.copyOf(
                                bytes, Math.max(end, (int) Math.min(LARGEST, 2L * bytes.length)));
            }
            used = Math.max(used, end);
        }
    }
}
