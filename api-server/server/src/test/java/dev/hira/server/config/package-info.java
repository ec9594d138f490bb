@NullMarked
package dev.hira.server.config;

import org.jspecify.annotations.NullMarked;
