package dev.hira.sim.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.ops.floating.Floats32;
import dev.hira.sim.ops.floating.Floats64;
import dev.hira.sim.ptx.model.ScalarType;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks operations on the bits of f32 and f64, and the flushing and clamping by callers. */
class OtherFloatsTest {
    static Stream<String> tests() {
        return InstructionTexts.all().filter(text -> text.startsWith("testp."));
    }

    @ParameterizedTest
    @MethodSource("tests")
    void shouldTestKindsOfNumbers(String text) {
        Format format = Values.format(Checks.operation(text).sources().get(0));
        long smallestNormal = 1L << (format.precision() - 1);
        String kind = text.split("\\.")[1];
        Checks.compare(
                text,
                a -> {
                    long magnitude = format.magnitude(a[0]);
                    boolean denormal = magnitude > 0 && magnitude < smallestNormal;
                    boolean holds =
                            switch (kind) {
                                case "finite" -> format.isFinite(a[0]);
                                case "infinite" -> magnitude == format.infinity();
                                case "number" -> !format.isNan(a[0]);
                                case "notanumber" -> format.isNan(a[0]);
                                case "normal" -> format.isFinite(a[0]) && !denormal;
                                default -> denormal;
                            };
                    return holds ? 1 : 0;
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"f32", "f64"})
    void shouldChangeNothingButTheSign(String type) {
        Format format = type.equals("f32") ? Format.F32 : Format.F64;
        Checks.compare("neg." + type, a -> a[0] ^ format.sign());
        Checks.compare("abs." + type, a -> format.magnitude(a[0]));
        Checks.compare("copysign." + type, a -> format.magnitude(a[1]) | (a[0] & format.sign()));
    }

    @Test
    void shouldFlushDenormalsToZerosOfTheirSign() {
        for (long[] a : Samples.of(List.of(ScalarType.F32))) {
            boolean denormal = (a[0] & 0x7f800000) == 0;
            long expected = denormal ? a[0] & 0x80000000L : a[0];
            float flushed = Floats32.flushF32(Float.intBitsToFloat((int) a[0]));
            assertThat(Integer.toUnsignedLong(Float.floatToRawIntBits(flushed)))
                    .isEqualTo(expected);
        }
    }

    @Test
    void shouldClampToOneAndTurnNanIntoZero() {
        float[] given = {Float.NaN, -0.0f, -1, -1.0f / 0, 0.25f, 1, 1.5f, 1.0f / 0};
        float[] wanted = {0, 0, 0, 0, 0.25f, 1, 1, 1};
        for (int i = 0; i < given.length; i++) {
            int bits = Float.floatToRawIntBits(wanted[i]);
            float single = Floats32.saturateF32(given[i]);
            float fromDouble = (float) Floats64.saturateF64(given[i]);
            assertThat(Float.floatToRawIntBits(single)).isEqualTo(bits);
            assertThat(Float.floatToRawIntBits(fromDouble)).isEqualTo(bits);
        }
    }
}
