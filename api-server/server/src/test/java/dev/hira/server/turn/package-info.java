@NullMarked
package dev.hira.server.turn;

import org.jspecify.annotations.NullMarked;
