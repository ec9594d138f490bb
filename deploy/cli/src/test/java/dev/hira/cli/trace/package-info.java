@NullMarked
package dev.hira.cli.trace;

import org.jspecify.annotations.NullMarked;
