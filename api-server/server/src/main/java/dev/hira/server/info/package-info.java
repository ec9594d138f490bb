/** What the server tells of itself. Entry type: {@link dev.hira.server.info.ServerInfoHandler}. */
@NullMarked
package dev.hira.server.info;

import org.jspecify.annotations.NullMarked;
