/**
 * The expression language of descriptions: {@link dev.hira.cava.expr.Parser} reads and checks it,
 * {@link dev.hira.cava.expr.JavaEmitter} writes it as Java.
 */
@NullMarked
package dev.hira.cava.expr;

import org.jspecify.annotations.NullMarked;
