package dev.hira.gallery.catalog;

import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.language.DeviceHeap;
import dev.hira.gallery.language.Expressions;
import dev.hira.gallery.language.GridSync;
import dev.hira.gallery.language.HalfPrecision;
import dev.hira.gallery.language.Print;
import dev.hira.gallery.matrices.Lu;
import dev.hira.gallery.matrices.Matmul;
import dev.hira.gallery.matrices.Spmv;
import dev.hira.gallery.matrices.Transpose;
import dev.hira.gallery.searching.Bfs;
import dev.hira.gallery.searching.BitonicSort;
import dev.hira.gallery.searching.Merge;
import dev.hira.gallery.searching.NeedlemanWunsch;
import dev.hira.gallery.searching.RadixSort;
import dev.hira.gallery.searching.Sha256;
import dev.hira.gallery.searching.StringSearch;
import dev.hira.gallery.signals.Convolution;
import dev.hira.gallery.signals.Fft;
import dev.hira.gallery.signals.Mandelbrot;
import dev.hira.gallery.simulation.BlackScholes;
import dev.hira.gallery.simulation.Kepler;
import dev.hira.gallery.simulation.MonteCarlo;
import dev.hira.gallery.simulation.NBody;
import dev.hira.gallery.simulation.Stencil2d;
import dev.hira.gallery.simulation.Stencil3d;
import dev.hira.gallery.vectors.Histogram;
import dev.hira.gallery.vectors.Reduction;
import dev.hira.gallery.vectors.Saxpy;
import dev.hira.gallery.vectors.Scan;
import dev.hira.gallery.vectors.VectorAdd;
import dev.hira.gallery.vectors.WarpReduction;
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

    /** Returns all programs, the simplest first. */
    public static List<GalleryProgram> programs() {
        return PROGRAMS;
    }

    /**
     * Returns the program of this name.
     *
     * @throws IllegalArgumentException when no program has this name
     */
    public static GalleryProgram named(String name) {
        return PROGRAMS.stream()
                .filter(program -> program.name().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "the gallery has no program named "
                                        + name
                                        + "; it has "
                                        + String.join(
                                                ", ",
                                                PROGRAMS.stream()
                                                        .map(GalleryProgram::name)
                                                        .toList())));
    }
}
