package dev.hira.gallery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ComparisonTest {
    @Test
    void shouldCountElementsThatAreNotEqual() {
        Comparison same = Comparison.exact(new int[] {1, 2, 3}, new int[] {1, 2, 3});
        Comparison other = Comparison.exact(new int[] {1, 2, 3}, new int[] {1, 5, 7});

        assertThat(same.passed()).isTrue();
        assertThat(same.sentence()).isEqualTo("3 checked, all equal");
        assertThat(other.passed()).isFalse();
        assertThat(other.sentence())
                .isEqualTo("3 checked, 2 wrong; the worst element 1 is 5.0 where 2.0 was expected");
    }

    @Test
    void shouldMeasureInUnitsOfTheLastPlace() {
        float next = Math.nextUp(1f);

        assertThat(Comparison.ulps(new float[] {1}, new float[] {next}, 1).passed()).isTrue();
        assertThat(Comparison.ulps(new float[] {1}, new float[] {Math.nextUp(next)}, 1).sentence())
                .startsWith("1 checked, largest error 2.00 of at most 1.00 ulp; the worst element");
    }

    @Test
    void shouldNeverPassNaN() {
        float[] none = {Float.NaN};

        assertThat(Comparison.exact(new float[] {1}, none).passed()).isFalse();
        assertThat(Comparison.ulps(new float[] {1}, none, 1e9).passed()).isFalse();
        assertThat(Comparison.scaled(new float[] {1}, none, 1, 1e9).passed()).isFalse();
        assertThat(Comparison.absolute(new double[] {1}, new double[] {Double.NaN}, 1e9).passed())
                .isFalse();
    }

    @Test
    void shouldCombineComparisonsWithTheSameUnit() {
        Comparison right = Comparison.exact(new byte[] {1}, new byte[] {1});
        Comparison wrong = Comparison.exact(new short[] {1, 2}, new short[] {2, 1});

        assertThat(right.and(wrong).sentence())
                .isEqualTo("3 checked, 2 wrong; the worst element 0 is 2.0 where 1.0 was expected");
        assertThatThrownBy(() -> right.and(Comparison.ulps(new float[1], new float[1], 1)))
                .hasMessage("errors measured in wrong cannot be combined with errors in ulp");
    }

    @Test
    void shouldCompareCounts() {
        assertThat(Comparison.count(7, 7).over(100).sentence()).isEqualTo("100 checked, all equal");
        assertThat(Comparison.count(7, 5).passed()).isFalse();
    }

    @Test
    void shouldRefuseToCompareArraysOfDifferentLengths() {
        assertThatThrownBy(() -> Comparison.exact(new int[3], new int[4]))
                .hasMessage("4 elements cannot be compared with 3");
    }
}
