/** Samples for training: file formats, readers over them, and generated digits. */
@NullMarked
package jfab.training.data;

import org.jspecify.annotations.NullMarked;
