/** Tests of the images' files and of what is deployed with them. */
@NullMarked
package dev.hira.images;

import org.jspecify.annotations.NullMarked;
