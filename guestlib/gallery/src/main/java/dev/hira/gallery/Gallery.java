package dev.hira.gallery;

import java.util.List;

/** All programs of the gallery. */
public final class Gallery {
    private static final List<GalleryProgram> PROGRAMS =
            List.of(
                    new VectorAdd(),
                    new Saxpy(),
                    new Reduction(),
                    new WarpReduction(),
                    new Scan(),
                    new Histogram(),
                    new Matmul(),
                    new Transpose(),
                    new NBody(),
                    new Mandelbrot(),
                    new BlackScholes(),
                    new BitonicSort(),
                    new RadixSort(),
                    new Convolution(),
                    new Stencil2d(),
                    new Stencil3d(),
                    new Spmv(),
                    new Bfs(),
                    new Lu(),
                    new NeedlemanWunsch(),
                    new Fft(),
                    new MonteCarlo(),
                    new Sha256(),
                    new Merge(),
                    new StringSearch(),
                    new Expressions(),
                    new HalfPrecision(),
                    new Kepler(),
                    new Print(),
                    new DeviceHeap(),
                    new GridSync());

    private Gallery() {}

    /** All programs, from the simplest on. */
    public static List<GalleryProgram> programs() {
        return PROGRAMS;
    }

    /**
     * The program of this name.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static GalleryProgram named(String name) {
        return PROGRAMS.stream()
                .filter(program -> program.name().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "there is no program named "
                                        + name
                                        + " in the gallery; it has "
                                        + String.join(
                                                ", ",
                                                PROGRAMS.stream()
                                                        .map(GalleryProgram::name)
                                                        .toList())));
    }
}
