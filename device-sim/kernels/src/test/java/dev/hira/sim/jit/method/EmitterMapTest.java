package dev.hira.sim.jit.method;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.jit.Emitted;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Emitted bytecode does the same as the method that it replaces. */
final class EmitterMapTest {
    static Stream<String> emitters() {
        return EmitterMap.methods().stream().sorted();
    }

    static Stream<String> comparisons() {
        return BranchComparisons.methods().stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("emitters")
    void shouldEmitWhatTheMethodDoes(String name) throws Throwable {
        Consumer<CodeBuilder> emitter = Objects.requireNonNull(EmitterMap.of(name));
        Method method = Emitted.method(name);
        compare(method, Emitted.handle(Emitted.type(method), emitter));
    }

    @ParameterizedTest
    @MethodSource("comparisons")
    void shouldBranchAsTheMethodSays(String name) throws Throwable {
        BranchComparisons.Comparison comparison =
                Objects.requireNonNull(BranchComparisons.of(name));
        Method method = Emitted.method(name);
        for (boolean wanted : new boolean[] {true, false}) {
            compare(
                    method,
                    Emitted.handle(
                            Emitted.type(method),
                            code -> {
                                Label target = code.newLabel();
                                Label end = code.newLabel();
                                comparison.branch(code, wanted, target);
                                code.loadConstant(wanted ? 0 : 1).goto_(end);
                                code.labelBinding(target).loadConstant(wanted ? 1 : 0);
                                code.labelBinding(end);
                            }));
        }
    }

    @ParameterizedTest
    @MethodSource("comparisons")
    void shouldPushWhatTheMethodSays(String name) throws Throwable {
        BranchComparisons.Comparison comparison =
                Objects.requireNonNull(BranchComparisons.of(name));
        Method method = Emitted.method(name);
        compare(method, Emitted.handle(Emitted.type(method), comparison::push));
    }

    private static void compare(Method method, MethodHandle emitted) throws Throwable {
        boolean narrow = method.getName().contains("B16") || method.getName().contains("U16");
        List<Object[]> all = new ArrayList<>();
        combine(method.getParameterTypes(), narrow, new Object[method.getParameterCount()], 0, all);
        for (Object[] arguments : all) {
            assertThat(emitted.invokeWithArguments(arguments))
                    .as("%s%s", method.getName(), List.of(arguments))
                    .isEqualTo(method.invoke(null, arguments));
        }
    }

    private static void combine(
            Class<?>[] types, boolean narrow, Object[] chosen, int next, List<Object[]> all) {
        if (next == types.length) {
            all.add(chosen.clone());
            return;
        }
        for (Object sample : Emitted.samples(types[next], narrow)) {
            chosen[next] = sample;
            combine(types, narrow, chosen, next + 1, all);
        }
    }
}
