package dev.hira.sim.ptx.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CppNameTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "_Z3sumPi | sum",
                "_ZZ4racePiE1s | race::s",
                "_ZZ4racePfDv4_fPKPhE1s_0 | race::s",
                "_Z4axpyIdEvT_PS0_PKS0_ | axpy<double>",
                "_Z4litsILc97ELln5ELan3EEvPi | lits<(char)97, -5l, (signed char)-3>",
                "_ZN2ns3runIfLj3ELb1EEEvPT_NS_3BoxIXT0_ES1_EENS_1PES5_ | ns::run<float, 3u, true>",
                "_ZZN2ns3runIfLj3ELb1EEEvPT_NS_3BoxIXT0_ES1_EENS_1PES5_E1s"
                        + " | ns::run<float, 3u, true>::s",
                "_ZZ4nestIcEvN5OuterIT_Li4EE2InIsEEPS2_S5_PFS1_S1_iERA4_S1_xE1q | nest<char>::q",
                "_ZN2ns12_GLOBAL__N_16hiddenE | ns::(anonymous namespace)::hidden",
                "_ZN2ns4packIJiflEEEvDpT_ | ns::pack<int, float, long>",
                "_Z6viaPtrIXadL_Z2sqfEEEvPf | viaPtr<&sq>",
                "_ZZN1K4cellIyEEPT_vE1c | K::cell<unsigned long long>::c",
                "_ZL7counter | counter",
                "_ZplRK1AS1_ | _ZplRK1AS1_",
                "_Z9999a | _Z9999a",
                "_Z | _Z",
                "saxpy | saxpy",
                "$str | $str",
                "k_$_tile | k::tile"
            })
    void shouldReadWhatCompilersMake(String symbol, String name) {
        assertThat(CppName.readable(symbol)).isEqualTo(name);
    }

    @Test
    void shouldGiveTheSymbolBackWhereItWouldTakeLong() {
        StringBuilder doubling = new StringBuilder("_Z1kI1aI");
        for (int i = 0; i < 40; i++) {
            String last = i < 2 ? "S" + (i == 0 ? "" : "0") + "_" : "T_";
            doubling.append("1bI").append(last).append(last);
        }
        assertThat(CppName.readable(doubling.toString())).startsWith("_Z1kI");
        String deep = "_Z1kI" + "P".repeat(1000) + "iEvv";
        assertThat(CppName.readable(deep)).isEqualTo(deep);
    }

    /** Names come from guests: none may fail, and none may become long. */
    @Test
    void shouldTakeAnyText() {
        Random random = new Random(20261129);
        String[] parts = {
            "_Z", "N", "E", "I", "S_", "S0_", "T_", "1a", "3foo", "Z", "L", "J", "P", "K", "F", "v",
                    "i",
            "A4_", "Dv2_", "Ul", "_", "12", "X", "ad", "St", "s", "D", "n", "9", "\0", "\u00e4",
                    "B", "U", "C"
        };
        for (int i = 0; i < 200_000; i++) {
            StringBuilder symbol = new StringBuilder("_Z");
            for (int part = random.nextInt(30); part > 0; part--) {
                symbol.append(parts[random.nextInt(parts.length)]);
            }
            assertThat(CppName.readable(symbol.toString())).hasSizeLessThan(3000);
        }
    }
}
