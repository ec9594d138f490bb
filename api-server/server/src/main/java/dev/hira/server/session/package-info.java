/**
 * Sessions from their first frame to the release of the last thing they held. Entry type: {@link
 * dev.hira.server.session.SessionHost}.
 */
@NullMarked
package dev.hira.server.session;

import org.jspecify.annotations.NullMarked;
