package dev.hira.sim.ptx.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hira.sim.ptx.Kernels;
import dev.hira.sim.ptx.PtxModule;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that each error of a text is reported at its position. */
final class PtxErrorTest {
    private static List<PtxError> errors(String text) {
        PtxException thrown =
                catchThrowableOfType(PtxException.class, () -> PtxModule.parse(text).check());
        assertThat(thrown).as("the refusal of " + text).isNotNull();
        return thrown.errors();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    add.s32 %r1, %r2, %r9;    | 19 | The register '%r9' is not declared.
                    add.s32 %r1, %r2;         | 1  | 'add.s32' takes 3 operands but has 2.
                    frobnicate.u32 %r1, %r2;  | 1  | PTX has no instruction 'frobnicate'.
                    add.f32 %f1, %f2, %rd1;   | 19 | The register '%rd1' is of type .b64, which 'add.f32' cannot use as .f32.
                    add.s32 %f1, %r2, %r3;    | 9  | The register '%f1' is of type .f32, which 'add.s32' cannot use as .s32.
                    @%r1 ret;                 | 1  | '%r1' is of type .b32, but a guard needs .pred.
                    @%q bra done;             | 1  | The predicate '%q' is not declared.
                    bra nowhere;              | 5  | The name 'nowhere' is not declared.
                    .reg .b32 %r<9>;          | 13 | The name '%r' is declared already, in line 6.
                    L: L: ret;                | 4  | The label 'L' is declared already, in line 9.
                    .maxntid 3;               | 1  | The directive '.maxntid' has no meaning in a function's body.
                    mov.b32 %r1, 0x;          | 14 | The number '0x' is malformed or too large.
                    mov.b32 %r1 %r2;          | 13 | Expected ';' but found '%r2'.
                    .shared .align 3 .b8 x[4];| 16 | The alignment 3 is not a power of two.
                    """)
    void shouldPointAtTheMistake(String statement, int column, String message) {
        List<PtxError> errors = errors(Kernels.around(statement));
        PtxError first = errors.getFirst();
        assertThat(first.message()).isEqualTo(message);
        assertThat(first.line()).isEqualTo(9);
        assertThat(first.column()).isEqualTo(column);
        assertThat(first.sourceLine()).isEqualTo(statement);
        assertThat(errors.stream().map(PtxError::line).distinct()).containsExactly(9);
    }

    @Test
    void shouldReportSeveralErrorsAtOnceInTheOrderOfTheText() {
        List<PtxError> errors =
                errors(
                        """
                        .version 9.0
                        .target sm_75
                        .bogus 3;
                        .global .b32 a[2] = {1, 2, 3};
                        .visible .entry k() {
                          mov.b32 %r1, 0;
                        }
                        """);
        assertThat(errors).hasSize(1);
        assertThat(errors.getFirst().message())
                .isEqualTo("Expected a declaration like .entry or .global but found '.bogus'.");
        errors = errors(Kernels.around("ret\nadd.s32 1;\nmov.b32 %x, %y;\nexit;"));
        assertThat(errors).extracting(PtxError::line).containsExactly(10, 11, 11);
    }

    @Test
    void shouldNameTheLineOfALabelThatIsDeclaredAlready() {
        List<PtxError> errors =
                errors(Kernels.around("again:\nadd.s32 %r1, %r1, 1;\nagain:\nret;"));
        assertThat(errors).hasSize(1);
        assertThat(errors.getFirst().line()).isEqualTo(11);
        assertThat(errors.getFirst().message())
                .isEqualTo("The label 'again' is declared already, in line 9.");
    }

    @Test
    void shouldAllowALabelAgainInAnInnerBlock() {
        PtxModule.parse(
                        Kernels.around(
                                "again:\n{ again: bra again; }\n{ again: bra again; }\nbra again;"))
                .check();
    }

    @Test
    void shouldStopAfterTwentyErrors() {
        assertThat(errors(Kernels.around("oops;\n".repeat(100)))).hasSize(20);
    }

    @Test
    void shouldRefuseInitialValuesThatDoNotFit() {
        String head = ".version 9.0\n.target sm_75\n";
        assertThat(errors(head + ".global .b32 a[2] = {1, 2, 3};").getFirst().message())
                .isEqualTo("The initial value has 3 elements where 'a' has 2.");
        assertThat(errors(head + ".global .u64 a = generic(b);").getFirst().message())
                .isEqualTo("The initial value names 'b', which is not declared.");
        assertThat(errors(head + ".global .u32 a = 1.5;").getFirst().message())
                .isEqualTo("The type .u32 of 'a' needs a whole number.");
    }

    @Test
    void shouldRequireVersionAndTarget() {
        assertThat(errors("").getFirst().message()).isEqualTo("The module has no .version.");
        assertThat(errors(".version 8.0").getFirst().message())
                .isEqualTo("The module has no .target.");
        assertThat(errors(".version 10.1\n.target sm_75").getFirst().message())
                .isEqualTo("The module is PTX 10.1 but versions up to 9.x are known.");
        assertThat(errors(".version 9.0\n.target sm_75\n.entry k() {").getFirst().message())
                .isEqualTo("The body that starts here has no end.");
    }
}
