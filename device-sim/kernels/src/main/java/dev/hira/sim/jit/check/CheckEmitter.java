package dev.hira.sim.jit.check;

import dev.hira.sim.code.Address;
import dev.hira.sim.jit.method.EmittedAddress;
import dev.hira.sim.jit.method.GeneratedTypes;
import dev.hira.sim.jit.method.MethodBody;
import dev.hira.sim.jit.method.ValueEmitter;
import dev.hira.sim.jit.plan.OmittedFeature;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.util.IdentityHashMap;

/**
 * Emits address checks. The first access of a group checks for all of them and keeps the result in
 * a local variable; the JVM's compiler, which has never seen the check fail, removes the later
 * tests.
 */
public final class CheckEmitter {
    private final MethodBody body;
    private final CodeBuilder code;
    private final ValueEmitter values;

    /** The local variables with the results of group checks in this block. */
    private final IdentityHashMap<AccessGroup, Integer> checked = new IdentityHashMap<>();

    private final IdentityHashMap<AccessGroup, Integer> slots = new IdentityHashMap<>();

    public CheckEmitter(MethodBody body, ValueEmitter values) {
        this.body = body;
        this.code = body.code;
        this.values = values;
    }

    /** Forgets the results of checks at the beginning of a block. */
    public void beginBlock() {
        checked.clear();
    }

    /**
     * Emits both paths of an access, and the decision between them: a check before the fast path,
     * or the failure of that path.
     */
    public void emit(AccessGroup group, EmittedAddress spot, Runnable fast, Runnable slow) {
        Label failed = code.newLabel();
        Label done = code.newLabel();
        Label begin = code.newLabel();
        Label end = code.newLabel();
        if (!group.isCheckedByArray()) {
            check(group, spot, failed);
        } else {
            testAlignment(group, spot, 0, failed);
        }
        code.labelBinding(begin);
        fast.run();
        code.labelBinding(end).goto_(done);
        if (group.isCheckedByArray()) {
            Label caught = code.newBoundLabel();
            code.exceptionCatch(
                    begin, end, caught, GeneratedTypes.of(IndexOutOfBoundsException.class));
            code.pop();
        }
        code.labelBinding(failed);
        slow.run();
        code.labelBinding(done);
    }

    /** Jumps to {@code slow} when an access is outside the window of its group, or misaligned. */
    private void check(AccessGroup group, EmittedAddress spot, Label slow) {
        if (body.style().omits(OmittedFeature.CHECKS)) {
            return;
        }
        if (group.members() == 1) {
            testAlone(group, spot, slow);
            return;
        }
        Integer slot = checked.get(group);
        if (slot == null) {
            slot = slots.computeIfAbsent(group, _ -> code.allocateLocal(TypeKind.INT));
            checked.put(group, slot);
            Label bad = code.newLabel();
            Label done = code.newLabel();
            if (group.index() != null) {
                test(group.index(), bad);
            } else {
                EmittedAddress first =
                        EmittedAddress.of(body, values, new Address(group.base(), group.offset()));
                test(group, first, group.aligned() - group.offset(), bad);
            }
            code.iconst_1().istore(slot).goto_(done);
            code.labelBinding(bad).iconst_0().istore(slot);
            code.labelBinding(done);
        }
        code.iload(slot).ifeq(slow);
    }

    private void testAlone(AccessGroup group, EmittedAddress spot, Label bad) {
        if (group.index() == null) {
            test(group, spot, 0, bad);
        } else {
            test(group.index(), bad);
        }
    }

    private void test(AccessGroup.Index index, Label bad) {
        body.load(index.register());
        body.reaches.push(index.reach());
        compareInts(bad);
    }

    private void test(AccessGroup group, EmittedAddress spot, long aligned, Label bad) {
        if (!group.window().isArray()) {
            spot.pushLong(0);
            body.push(group.window().base()).lsub();
            body.limits.push(group.limit());
            compareLongs(bad);
        } else if (spot.isInt()) {
            spot.pushInt(0);
            body.limits.push(group.limit());
            compareInts(bad);
        } else {
            spot.pushLong(0);
            body.limits.push(group.limit());
            code.i2l();
            compareLongs(bad);
        }
        testAlignment(group, spot, aligned, bad);
    }

    private void testAlignment(AccessGroup group, EmittedAddress spot, long aligned, Label bad) {
        if (group.alignment() > 1 && !body.style().omits(OmittedFeature.CHECKS)) {
            spot.pushInt(aligned);
            code.loadConstant(group.alignment() - 1).iand().ifne(bad);
        }
    }

    private void compareInts(Label bad) {
        code.invokestatic(
                        GeneratedTypes.INTEGER,
                        "compareUnsigned",
                        GeneratedTypes.method(GeneratedTypes.I, GeneratedTypes.I, GeneratedTypes.I))
                .ifge(bad);
    }

    private void compareLongs(Label bad) {
        code.invokestatic(
                        GeneratedTypes.LONG,
                        "compareUnsigned",
                        GeneratedTypes.method(GeneratedTypes.I, GeneratedTypes.J, GeneratedTypes.J))
                .ifge(bad);
    }
}
