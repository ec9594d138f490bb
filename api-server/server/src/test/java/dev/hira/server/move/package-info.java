@NullMarked
package dev.hira.server.move;

import org.jspecify.annotations.NullMarked;
