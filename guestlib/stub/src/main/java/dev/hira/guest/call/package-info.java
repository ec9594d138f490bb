/**
 * One call as the stub writes it: arguments, buffers, expected outcomes, and the destinations of
 * outputs. Entry types: {@link dev.hira.guest.call.StubSession} and {@link
 * dev.hira.guest.call.CallWriter}, which generated stubs use; {@link
 * dev.hira.guest.call.CallArguments} implements the writer up to the sending.
 *
 * <p>Reading order: StubSession, CallWriter, CallArguments, Buffers; then Staging and
 * OutputDestinations, the ways of payloads.
 */
@NullMarked
package dev.hira.guest.call;

import org.jspecify.annotations.NullMarked;
