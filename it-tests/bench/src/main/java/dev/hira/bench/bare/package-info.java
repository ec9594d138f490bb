/**
 * The yardstick: gRPC and nothing else. An echo server, a middle process that forwards byte arrays
 * and does nothing, and clients that measure it, each in a process of its own. Entry types: {@link
 * dev.hira.bench.bare.BareProcess}, {@link dev.hira.bench.bare.BareClient}.
 */
@NullMarked
package dev.hira.bench.bare;

import org.jspecify.annotations.NullMarked;
