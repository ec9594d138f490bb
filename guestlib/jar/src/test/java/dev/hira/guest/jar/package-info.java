/** Tests of the finished guest jar. */
@NullMarked
package dev.hira.guest.jar;

import org.jspecify.annotations.NullMarked;
