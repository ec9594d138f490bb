/**
 * Calls from C: their arguments, the objects and the functions of the program that they name, and
 * the functions that are decoded by hand. Reading order: {@link dev.hira.icd.call.CCall}, {@link
 * dev.hira.icd.call.NativeObjects}, {@link dev.hira.icd.call.OpenClByHand}.
 */
@NullMarked
package dev.hira.icd.call;

import org.jspecify.annotations.NullMarked;
