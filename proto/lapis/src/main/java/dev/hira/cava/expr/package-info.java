/**
 * The expression language of descriptions: {@link dev.hira.cava.expr.Parser} parses and checks it,
 * {@link dev.hira.cava.expr.JavaEmitter} translates it to Java.
 */
@NullMarked
package dev.hira.cava.expr;

import org.jspecify.annotations.NullMarked;
