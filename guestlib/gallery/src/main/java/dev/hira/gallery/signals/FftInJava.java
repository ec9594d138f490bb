package dev.hira.gallery.signals;

/**
 * The fast Fourier transform of Cooley and Tukey, radix 2: numbers are permuted to the order of
 * their reversed indices, then combined in place. Complex numbers are stored as pairs.
 */
public final class FftInJava {
    private final int length;
    private final int bits;
    private final float[] cosines;
    private final float[] sines;

    /** Creates a transform for signals of a length that is a power of two. */
    public FftInJava(int length) {
        this.length = length;
        this.bits = Integer.numberOfTrailingZeros(length);
        this.cosines = new float[length / 2];
        this.sines = new float[length / 2];
        for (int i = 0; i < length / 2; i++) {
            cosines[i] = (float) Math.cos(-2 * Math.PI * i / length);
            sines[i] = (float) Math.sin(-2 * Math.PI * i / length);
        }
    }

    /** Transforms the signal that begins at this index of both arrays. */
    public void transform(float[] in, float[] out, int start) {
        for (int i = 0; i < length; i++) {
            int from = Integer.reverse(i) >>> (Integer.SIZE - bits);
            out[start + 2 * i] = in[start + 2 * from];
            out[start + 2 * i + 1] = in[start + 2 * from + 1];
        }
        for (int half = 1; half < length; half *= 2) {
            for (int block = 0; block < length; block += 2 * half) {
                combine(out, start + 2 * block, half);
            }
        }
    }

    /** Combines two adjacent transforms of half the length into one. */
    private void combine(float[] data, int start, int half) {
        int step = length / (2 * half);
        for (int k = 0; k < half; k++) {
            int low = start + 2 * k;
            int high = low + 2 * half;
            float cosine = cosines[k * step];
            float sine = sines[k * step];
            float re = data[high] * cosine - data[high + 1] * sine;
            float im = data[high] * sine + data[high + 1] * cosine;
            data[high] = data[low] - re;
            data[high + 1] = data[low + 1] - im;
            data[low] += re;
            data[low + 1] += im;
        }
    }
}
