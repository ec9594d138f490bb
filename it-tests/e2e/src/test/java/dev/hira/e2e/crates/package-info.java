/** Tests of a small second API, crates of device memory, beside CUDA on the same devices. */
@NullMarked
package dev.hira.e2e.crates;

import org.jspecify.annotations.NullMarked;
