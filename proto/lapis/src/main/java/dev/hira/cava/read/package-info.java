/**
 * Turns protobuf descriptors into a description's records, and reports unresolved names. Entry
 * type: {@link dev.hira.cava.read.SpecReader}.
 */
@NullMarked
package dev.hira.cava.read;

import org.jspecify.annotations.NullMarked;
