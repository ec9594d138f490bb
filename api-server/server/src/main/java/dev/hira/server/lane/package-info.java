/**
 * The threads of a guest as the server sees them. A {@link dev.hira.server.lane.ServerLane} keeps
 * the state of one guest thread: its view of the driver, its failed call, and the records that wait
 * for a call that is away. The thread that has the session's turn uses them; they have no locks.
 */
@NullMarked
package dev.hira.server.lane;

import org.jspecify.annotations.NullMarked;
