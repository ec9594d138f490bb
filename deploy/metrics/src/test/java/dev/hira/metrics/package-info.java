/** Tests of what is measured. */
@NullMarked
package dev.hira.metrics;

import org.jspecify.annotations.NullMarked;
