/** Words that describe a network, its loss and how it learns; each adds to a program and runs nothing. */
@NullMarked
package jfab.training.words.network;

import org.jspecify.annotations.NullMarked;
