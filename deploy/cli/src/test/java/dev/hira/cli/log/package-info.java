@NullMarked
package dev.hira.cli.log;

import org.jspecify.annotations.NullMarked;
