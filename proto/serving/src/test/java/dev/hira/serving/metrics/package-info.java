/** Tests of what is measured. */
@NullMarked
package dev.hira.serving.metrics;

import org.jspecify.annotations.NullMarked;
