/** How the threads of a guest's session may meet. */
@NullMarked
package dev.hira.guest.session;

import org.jspecify.annotations.NullMarked;
