/**
 * The yardstick: gRPC without Hira. An echo server, a middle process that only forwards byte
 * arrays, and clients that measure them, each in a process of its own. Entry types: {@link
 * dev.hira.bench.bare.BareProcess}, {@link dev.hira.bench.bare.BareClient}.
 */
@NullMarked
package dev.hira.bench.bare;

import org.jspecify.annotations.NullMarked;
