/**
 * The types of a description: scalars, enums, structs and handles, and the fields that have them.
 * Entry type: {@link dev.hira.cava.type.Type}.
 */
@NullMarked
package dev.hira.cava.type;

import org.jspecify.annotations.NullMarked;
