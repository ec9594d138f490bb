/** Tests of the parts of calls from C. */
@NullMarked
package dev.hira.icd.call;

import org.jspecify.annotations.NullMarked;
