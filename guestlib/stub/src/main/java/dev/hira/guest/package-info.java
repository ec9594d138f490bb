/**
 * Connecting to a GPU, wherever it is. Entry type: {@link dev.hira.guest.Hira}. {@link
 * dev.hira.guest.gpu.Gpu} is the more comfortable way for most programs.
 */
@NullMarked
package dev.hira.guest;

import org.jspecify.annotations.NullMarked;
