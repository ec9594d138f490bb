@NullMarked
package dev.hira.server.objects;

import org.jspecify.annotations.NullMarked;
