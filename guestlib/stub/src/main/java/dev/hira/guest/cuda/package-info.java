/**
 * The CUDA driver API in a guest: the generated stub and the functions that the guest answers
 * itself. Entry type: {@link dev.hira.guest.cuda.CudaGuest}.
 */
@NullMarked
package dev.hira.guest.cuda;

import org.jspecify.annotations.NullMarked;
