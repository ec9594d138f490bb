/**
 * One call as the stub writes it: arguments, buffers, expected outcomes, and where outputs go.
 * {@link dev.hira.guest.call.CallWriter} is what generated stubs use; {@link
 * dev.hira.guest.call.CallArguments} implements it up to the sending.
 */
@NullMarked
package dev.hira.guest.call;

import org.jspecify.annotations.NullMarked;
