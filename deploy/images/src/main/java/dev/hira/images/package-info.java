/**
 * Builds the container images of Hira without a container engine, as {@code ./hira images} does.
 * Entry type: {@link dev.hira.images.Images}. {@link dev.hira.images.ImageRoot} is the folder that
 * becomes their file system; {@link dev.hira.images.JavaRuntime}, {@link
 * dev.hira.images.ProgramFiles}, {@link dev.hira.images.StartCaches}, {@link
 * dev.hira.images.CompilerFiles} and {@link dev.hira.images.GuestExample} fill it for a {@link
 * dev.hira.images.Target}; {@link dev.hira.images.ImageTar} writes the layers that a {@link
 * dev.hira.images.Image} names.
 *
 * <p>Reading order: Images, Target, ImageRoot, ProgramFiles, JavaRuntime, SystemLibraries, ElfFile,
 * Image, ImageTar.
 */
@NullMarked
package dev.hira.images;

import org.jspecify.annotations.NullMarked;
