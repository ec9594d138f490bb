@NullMarked
package dev.hira.server.host.sim;

import org.jspecify.annotations.NullMarked;
