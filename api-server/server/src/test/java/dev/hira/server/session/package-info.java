@NullMarked
package dev.hira.server.session;

import org.jspecify.annotations.NullMarked;
