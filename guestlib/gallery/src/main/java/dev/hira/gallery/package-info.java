/**
 * Programs with kernels. Each runs a kernel compiled by nvcc and checks its results against plain
 * Java, so it is a demonstration, a test and a benchmark at once. Entry type: {@link
 * dev.hira.gallery.catalog.Gallery}.
 *
 * <p>The sources of the kernels (`.cu`), their PTX compiled by nvcc (`.ptx`, for two architectures)
 * and the compile script are resources beside the classes. A program is a {@link
 * dev.hira.gallery.GalleryProgram}; prepared on a {@link dev.hira.gallery.Workbench} it is a {@link
 * dev.hira.gallery.Workload}, which can be launched any number of times.
 */
@NullMarked
package dev.hira.gallery;

import org.jspecify.annotations.NullMarked;
