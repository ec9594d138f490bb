package dev.hira.gallery.searching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.hira.gallery.matrices.Lu;
import dev.hira.gallery.signals.FftInJava;
import dev.hira.gallery.simulation.BlackScholes;
import dev.hira.gallery.simulation.Kepler;
import dev.hira.gallery.simulation.Philox;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests the Java references with which the kernels are compared. */
class ReferencesTest {
    private final Random random = new Random(7);

    @Test
    void shouldTransformLikeTheDefinitionOfTheFourierTransform() {
        int length = 64;
        float[] signal = new float[2 * length];
        for (int i = 0; i < signal.length; i++) {
            signal[i] = random.nextFloat() - 0.5f;
        }
        float[] transformed = new float[signal.length];

        new FftInJava(length).transform(signal, transformed, 0);

        for (int k = 0; k < length; k++) {
            double re = 0;
            double im = 0;
            for (int i = 0; i < length; i++) {
                double angle = -2 * Math.PI * i * k / length;
                re += signal[2 * i] * Math.cos(angle) - signal[2 * i + 1] * Math.sin(angle);
                im += signal[2 * i] * Math.sin(angle) + signal[2 * i + 1] * Math.cos(angle);
            }
            assertThat((double) transformed[2 * k]).isCloseTo(re, within(1e-5));
            assertThat((double) transformed[2 * k + 1]).isCloseTo(im, within(1e-5));
        }
    }

    @Test
    void shouldDigestLikeThePlatform() throws NoSuchAlgorithmException {
        Sha256InJava sha = new Sha256InJava();
        MessageDigest platform = MessageDigest.getInstance("SHA-256");
        for (int length = 0; length <= Sha256InJava.LONGEST; length++) {
            byte[] message = new byte[length];
            random.nextBytes(message);
            byte[] digest = new byte[Sha256InJava.DIGEST];

            sha.digest(message, 0, length, digest, 0);

            assertThat(digest).as("%d bytes", length).isEqualTo(platform.digest(message));
        }
        assertThatThrownBy(() -> sha.digest(new byte[56], 0, 56, new byte[32], 0))
                .hasMessage("a message of 56 bytes does not fit into one block; 55 do");
    }

    @Test
    void shouldSortLikeThePlatform() {
        int[] keys = random.ints(1024).toArray();
        int[] byNetwork = keys.clone();
        int[] byDigits = keys.clone();
        BitonicSort.sort(byNetwork);
        RadixSort.sort(byDigits);

        int[] sorted =
                Arrays.stream(keys)
                        .mapToObj(Integer::toUnsignedLong)
                        .sorted()
                        .mapToInt(Long::intValue)
                        .toArray();
        assertThat(byNetwork).isEqualTo(sorted);
        assertThat(byDigits).isEqualTo(sorted);
    }

    /** Known answers of the generator's authors. */
    @Test
    void shouldGenerateTheKnownAnswers() {
        assertThat(philox(0, 0, 0, 0, 0))
                .containsExactly(0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8);
        assertThat(philox(-1, -1, -1, -1, -1))
                .containsExactly(0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd);
        assertThat(philox(0x299f31d0a4093822L, 0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344))
                .containsExactly(0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1);
    }

    private static int[] philox(long key, int x, int y, int z, int w) {
        Philox philox = new Philox(key);
        philox.generate(x, y, z, w);
        return new int[] {philox.x(), philox.y(), philox.z(), philox.w()};
    }

    @Test
    void shouldDecomposeIntoFactorsWhoseProductIsTheMatrix() {
        int n = 12;
        double[] matrix = random.doubles(144, -1, 1).toArray();
        for (int i = 0; i < n; i++) {
            matrix[i * n + i] += n;
        }
        double[] factors = matrix.clone();
        Lu.decompose(factors, n);

        for (int row = 0; row < n; row++) {
            for (int column = 0; column < n; column++) {
                double sum = row <= column ? factors[row * n + column] : 0;
                for (int k = 0; k < Math.min(row, column + 1); k++) {
                    sum += factors[row * n + k] * factors[k * n + column];
                }
                assertThat(sum).isCloseTo(matrix[row * n + column], within(1e-13));
            }
        }
    }

    @Test
    void shouldSolveKeplersEquation() {
        for (int i = 0; i < 1000; i++) {
            double e = random.nextDouble(0, 0.9);
            double mean = random.nextDouble(-10, 10);
            double anomaly = Kepler.anomaly(e, mean);

            assertThat(anomaly - e * Math.sin(anomaly)).isCloseTo(mean, within(1e-14));
        }
    }

    @Test
    void shouldDistributeNormally() {
        assertThat(BlackScholes.normalDistribution(0)).isCloseTo(0.5f, within(1e-6f));
        assertThat(BlackScholes.normalDistribution(1.96f)).isCloseTo(0.9750021f, within(1e-6f));
        assertThat(BlackScholes.normalDistribution(-1)).isCloseTo(0.1586553f, within(1e-6f));
        assertThat(BlackScholes.normalDistribution(-9)).isCloseTo(0, within(1e-6f));
    }
}
