/**
 * Tokens by which peers prove their identity. Entry type: {@link dev.hira.serving.auth.TokenFile}.
 */
@NullMarked
package dev.hira.serving.auth;

import org.jspecify.annotations.NullMarked;
