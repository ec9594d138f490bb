/**
 * Reports of device work to the router: the calls whose work has ended, its device time, and the
 * calls that devices are executing. Entry type: {@link dev.hira.server.work.WorkReports}. Driver
 * threads add reports; the thread that has the session's turn and workers send them.
 */
@NullMarked
package dev.hira.server.work;

import org.jspecify.annotations.NullMarked;
