/** A description of an API as records. Entry type: {@link dev.hira.cava.model.Api}. */
@NullMarked
package dev.hira.cava.model;

import org.jspecify.annotations.NullMarked;
