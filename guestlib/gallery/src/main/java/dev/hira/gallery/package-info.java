/**
 * Programs with kernels: each runs a kernel that nvcc compiled and checks what it computed against
 * plain Java, so that it is a demonstration, a test and an input of benchmarks at once. Entry type:
 * {@link dev.hira.gallery.catalog.Gallery}.
 *
 * <p>The sources of the kernels (`.cu`), what nvcc made of them (`.ptx`, for two architectures) and
 * the script that does so lie beside the classes as resources. A program is a {@link
 * dev.hira.gallery.GalleryProgram}; prepared on a {@link dev.hira.gallery.Workbench} it is a {@link
 * dev.hira.gallery.Workload}, which can be launched any number of times.
 */
@NullMarked
package dev.hira.gallery;

import org.jspecify.annotations.NullMarked;
