/** CIFAR-10 in the forms that it is published in, and a generator of small pictures in one of them. */
@NullMarked
package jfab.training.data.cifar;

import org.jspecify.annotations.NullMarked;
