@NullMarked
package dev.hira.serving.state;

import org.jspecify.annotations.NullMarked;
