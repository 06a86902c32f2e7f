/** Files of one's own: tables, arrays, folders of pictures and texts, read as rows by rules that can be kept beside a model. */
@NullMarked
package jfab.training.data.files;

import org.jspecify.annotations.NullMarked;
