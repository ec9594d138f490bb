package dev.hira.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Round numbers along an axis. */
final class Ticks {
    private static final double[] STEPS = {1, 2, 5, 10};

    private Ticks() {}

    /** Returns about this many ticks, at multiples of 1, 2 or 5 times a power of ten. */
    static List<Double> linear(double low, double high, int about) {
        double rough = (high - low) / about;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double step = power;
        for (double factor : STEPS) {
            if (factor * power >= rough * 0.999) {
                step = factor * power;
                break;
            }
        }
        List<Double> ticks = new ArrayList<>();
        for (long i = (long) Math.ceil(low / step - 1e-9); i * step <= high * (1 + 1e-9); i++) {
            ticks.add(i * step);
        }
        return ticks;
    }

    /** Returns the text beside a tick. */
    static String label(double tick) {
        boolean whole = Math.abs(tick) >= 100 || tick == Math.rint(tick);
        return String.format(Locale.ROOT, whole ? "%.0f" : "%.2g", tick);
    }

    /** Returns powers of ten, with 2 and 5 times them where they are few. */
    static List<Double> logarithmic(double low, double high) {
        boolean few = Math.log10(high / low) < 3;
        List<Double> ticks = new ArrayList<>();
        for (int e = (int) Math.floor(Math.log10(low)); e <= Math.ceil(Math.log10(high)); e++) {
            for (double factor : few ? new double[] {1, 2, 5} : new double[] {1}) {
                double tick = factor * Math.pow(10, e);
                if (tick >= low * 0.999 && tick <= high * 1.001) {
                    ticks.add(tick);
                }
            }
        }
        return ticks;
    }
}
