/**
 * Generates the guest's side: the implementation of an API that sends commands. Entry type: {@link
 * dev.hira.cava.gen.stub.StubGenerator}.
 */
@NullMarked
package dev.hira.cava.gen.stub;

import org.jspecify.annotations.NullMarked;
