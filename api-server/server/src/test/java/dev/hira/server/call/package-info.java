@NullMarked
package dev.hira.server.call;

import org.jspecify.annotations.NullMarked;
