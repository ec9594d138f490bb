/**
 * Reports of device work to the router: which calls' work has ended, how long it took, and what
 * devices are busy with. Entry type: {@link dev.hira.server.work.WorkReports}, which driver threads
 * call and the session's owner empties.
 */
@NullMarked
package dev.hira.server.work;

import org.jspecify.annotations.NullMarked;
