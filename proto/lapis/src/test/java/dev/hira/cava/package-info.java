/** Tests of cava against descriptions under {@code src/test/protobuf}. */
@NullMarked
package dev.hira.cava;

import org.jspecify.annotations.NullMarked;
