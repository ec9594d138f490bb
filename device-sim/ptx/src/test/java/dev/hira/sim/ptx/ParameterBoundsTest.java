package dev.hira.sim.ptx;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.ptx.text.PtxException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Loads and stores that name a parameter, inside it and beyond. */
final class ParameterBoundsTest {
    private static final List<ScalarType> TYPES =
            List.of(ScalarType.U8, ScalarType.B16, ScalarType.F32, ScalarType.S64);
    private static final List<Integer> LENGTHS = List.of(1, 2, 4);
    private static final int MOST_BYTES = 34;

    @Test
    void shouldRefuseEveryAccessThatIsNotInsideItsParameter() {
        for (ScalarType type : TYPES) {
            for (int length : LENGTHS) {
                for (int size = 1; size <= MOST_BYTES; size++) {
                    for (int first = 0; first <= size; first++) {
                        check(type, length, size, first);
                    }
                }
            }
        }
    }

    private static void check(ScalarType type, int length, int size, int first) {
        PtxModule module = PtxModule.parse(text(type, length, size, first));
        if (first + length * type.bytes() <= size) {
            module.check();
        } else {
            assertThatThrownBy(module::check)
                    .isInstanceOf(PtxException.class)
                    .hasMessageContaining(
                            "accesses "
                                    + length * type.bytes()
                                    + " bytes from byte "
                                    + first
                                    + " of 'p' on, which has "
                                    + size
                                    + ".");
        }
    }

    /** A kernel that loads from a parameter, and a function that stores to one. */
    private static String text(ScalarType type, int length, int size, int first) {
        String name = (length == 1 ? "" : ".v" + length) + type.suffix();
        String values = length == 1 ? "%x1" : length == 2 ? "{%x1, %x2}" : "{%x1, %x2, %x3, %x4}";
        return """
        .version 7.8
        .target sm_75
        .address_size 64
        .entry k(.param .align 8 .b8 p[SIZE]) {
            .reg TYPE %x<5>;
            ld.paramNAME VALUES, [p+FIRST];
            ret;
        }
        .func (.param .align 8 .b8 p[SIZE]) f() {
            .reg TYPE %x<5>;
            st.paramNAME [p+FIRST], VALUES;
            ret;
        }
        """
                .replace("SIZE", String.valueOf(size))
                .replace("TYPE", type == ScalarType.U8 ? ".b16" : type.suffix())
                .replace("NAME", name)
                .replace("VALUES", values)
                .replace("FIRST", String.valueOf(first));
    }

    @Test
    void shouldNameTheLineOfEachAccess() {
        String text =
                text(ScalarType.F32, 1, 2, 0)
                        .replace("ret;", "ld.param.u8 %x1, [p+-1];\nret;")
                        .replace("%x<5>", "%x<5>;.reg .b16 %y");
        assertThatThrownBy(() -> PtxModule.parse(text).check())
                .hasMessageContaining("Line 6, column 5: ")
                .hasMessageContaining("'ld.param.f32' accesses 4 bytes from byte 0 of 'p' on")
                .hasMessageContaining("'ld.param.u8' accesses 1 bytes from byte -1 of 'p' on");
    }

    @Test
    void shouldNotCheckArraysOfOpenSize() {
        PtxModule module =
                PtxModule.parse(
                        """
                        .version 7.8
                        .target sm_75
                        .address_size 64
                        .func f(.param .align 8 .b8 p[]) {
                            .reg .b32 %x<5>;
                            ld.param.b32 %x1, [p+400];
                            ret;
                        }
                        """);
        assertThatCode(module::check).doesNotThrowAnyException();
    }
}
