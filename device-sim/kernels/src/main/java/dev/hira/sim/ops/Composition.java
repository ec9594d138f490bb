package dev.hira.sim.ops;

import dev.hira.sim.ops.floating.Halves;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.List;

/**
 * A static method composed of other methods of this package. Each lane passes its sources through a
 * chain of methods with one argument and then calls further methods, the first one with all
 * sources; two lanes make a pair, the low one first. The result is JVM code like every other method
 * here.
 */
record Composition(List<Lane> lanes) {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final Method PAIR = part(Halves.class, "pair", int.class, int.class);

    /**
     * The computation of one value.
     *
     * @param sources numbers of the sources that it reads
     * @param each methods applied to every source
     * @param then methods applied to the values after that
     */
    record Lane(List<Integer> sources, List<Method> each, List<Method> then) {}

    /** Returns a method that a composition may have as a part. */
    static Method part(Class<?> owner, String name, Class<?>... parameters) {
        try {
            return owner.getDeclaredMethod(name, parameters);
        } catch (NoSuchMethodException missing) {
            throw new IllegalStateException(missing);
        }
    }

    /** Defines the method, in a public class of its own. */
    Method define(String name, MethodType type) {
        ClassDesc owner = ClassDesc.of(Composition.class.getPackageName(), "Composed_" + name);
        byte[] bytes =
                ClassFile.of()
                        .build(
                                owner,
                                made ->
                                        made.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL)
                                                .withMethodBody(
                                                        name,
                                                        descriptor(type),
                                                        ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                                                        code -> emit(code, type)));
        try {
            return LOOKUP.defineClass(bytes).getMethod(name, type.parameterArray());
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("The method " + name + " has no class.", impossible);
        }
    }

    private void emit(CodeBuilder code, MethodType type) {
        for (Lane lane : lanes) {
            for (int source : lane.sources()) {
                TypeKind kind = TypeKind.from(type.parameterType(source));
                code.loadLocal(kind, code.parameterSlot(source));
                lane.each().forEach(method -> call(code, method));
            }
            lane.then().forEach(method -> call(code, method));
        }
        if (lanes.size() == 2) {
            call(code, PAIR);
        }
        code.return_(TypeKind.from(type.returnType()));
    }

    private static void call(CodeBuilder code, Method method) {
        MethodType type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
        code.invokestatic(
                method.getDeclaringClass().describeConstable().orElseThrow(),
                method.getName(),
                descriptor(type));
    }

    private static MethodTypeDesc descriptor(MethodType type) {
        return type.describeConstable().orElseThrow();
    }
}
