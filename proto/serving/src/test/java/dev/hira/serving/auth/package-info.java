/** Tests of tokens. */
@NullMarked
package dev.hira.serving.auth;

import org.jspecify.annotations.NullMarked;
