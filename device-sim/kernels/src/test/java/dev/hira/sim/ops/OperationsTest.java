package dev.hira.sim.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.ops.floating.Floats32;
import dev.hira.sim.ptx.model.ScalarType;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class OperationsTest {
    @ParameterizedTest
    @MethodSource("dev.hira.sim.ops.InstructionTexts#all")
    void shouldHaveAMethodForEveryInstruction(String text) {
        Operation operation = found(text);

        List<Class<?>> carriers = new ArrayList<>();
        operation.sources().forEach(source -> carriers.add(Carriers.of(source)));
        assertThat(operation.type())
                .isEqualTo(MethodType.methodType(Carriers.of(operation.result()), carriers));
        assertThat(operation.handle().type()).isEqualTo(operation.type());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bra.uni",
                "add",
                "add.rn.rn.f32",
                "add.rn.rz.f32",
                "add.sat.u32",
                "add.b128",
                "mul.s32",
                "mul.wide.s64",
                "shl.f32",
                "popc.s64.s64",
                "setp.num.s32",
                "setp.lt.texref",
                "cvt.rn.s32.f32",
                "cvt.rzi.f32.s32",
                "cvt.f32.s32",
                "cvt.rn.rz.f32.f64",
                "cvt.rn.bogus.f32.f64",
                "add.ftz.bf16",
                "add.relu.f16",
                "mul.sat.bf16x2",
                "fma.rz.f16",
                "min.relu.f16",
                "cvt.rn.sat.bf16.f32",
                "cvt.rm.f16x2.f32",
                "cvt.rn.f16.f16",
                "cvt.f16.f32",
                "setp.lt.ftz.bf16",
                "set.lt.bf16x2.f16x2",
                "ld.global.u32"
            })
    void shouldFindNoOperationForAnImpureInstruction(String text) {
        assertThat(InstructionTexts.find(text)).isNull();
    }

    @Test
    void shouldReportTypesThatDifferFromTheInstruction() {
        assertThat(found("shl.b64").sources()).containsExactly(ScalarType.B64, ScalarType.U32);
        assertThat(found("mul.wide.s32").result()).isEqualTo(ScalarType.S64);
        assertThat(found("popc.b64").result()).isEqualTo(ScalarType.U32);
        assertThat(found("setp.lo.u16").result()).isEqualTo(ScalarType.PRED);
        assertThat(found("cvt.rzi.u64.f32").sources()).containsExactly(ScalarType.F32);
    }

    @Test
    void shouldLeaveFlushingAndClampingOfSingleAndDoubleToTheCaller() {
        assertThat(found("add.ftz.sat.f32"))
                .isEqualTo(
                        new Operation(
                                Floats32.class,
                                "addF32",
                                MethodType.methodType(float.class, float.class, float.class),
                                List.of(ScalarType.F32, ScalarType.F32),
                                ScalarType.F32,
                                true,
                                true));
        assertThat(found("setp.lt.ftz.f32").flush()).isTrue();
        assertThat(found("cvt.sat.f64.f64").saturate()).isTrue();
        assertThat(found("cvt.ftz.rzi.s32.f32").flush()).isTrue();
        assertThat(found("add.f32").flush()).isFalse();
        assertThat(found("add.f32").saturate()).isFalse();
    }

    @Test
    void shouldIgnoreOperatorsWithAFurtherPredicate() {
        assertThat(found("setp.lt.and.s32")).isEqualTo(found("setp.lt.s32"));
        assertThat(found("lop3.or.b32")).isEqualTo(found("lop3.b32"));
    }

    @Test
    void shouldTakeThreeSourcesForTheSmallestOfThree() {
        List<String> modifiers = List.of(".NaN", ".f32");
        Operation three = Objects.requireNonNull(Operations.find("min", modifiers, 3));

        assertThat(three.method()).isEqualTo("min3NanF32");
        assertThat(found("min.NaN.f32").method()).isEqualTo("minNanF32");
    }

    @ParameterizedTest
    @ValueSource(strings = {"add", "addc", "sub", "subc", "mad.lo", "mad.hi", "madc.lo", "madc.hi"})
    void shouldFindValueAndCarryOfWiderSums(String text) {
        for (String type : List.of(".u32", ".s32", ".u64", ".s64")) {
            List<String> parts = List.of((text + ".cc" + type).split("(?=\\.)"));
            List<String> modifiers = parts.subList(1, parts.size());
            Operation value = Objects.requireNonNull(Operations.value(parts.get(0), modifiers));
            Operation carry = Objects.requireNonNull(Operations.carryOut(parts.get(0), modifiers));

            assertThat(carry.sources()).isEqualTo(value.sources());
            assertThat(carry.result()).isEqualTo(ScalarType.PRED);
            assertThat(value.sources().getLast() == ScalarType.PRED)
                    .isEqualTo(parts.get(0).endsWith("c"));
        }
    }

    private static Operation found(String text) {
        return Objects.requireNonNull(InstructionTexts.find(text), text);
    }
}
