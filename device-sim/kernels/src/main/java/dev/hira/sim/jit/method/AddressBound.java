package dev.hira.sim.jit.method;

import dev.hira.sim.code.Register;
import java.util.Set;

/**
 * A bound on addresses: an access of this many bytes lies in the window if its address, relative to
 * the start of the window, is less than the bound. The bound is 0, so that all accesses take the
 * slow path, when one of the kernel's pointers is less aligned than the accesses need.
 *
 * @param bytes size of the access from the address
 * @param alignment required alignment of the pointers; 1 when there are none
 * @param pointers parameters of the kernel from which addresses are derived
 */
public record AddressBound(MemoryWindow window, int bytes, int alignment, Set<Register> pointers) {}
