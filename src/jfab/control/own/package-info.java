/** What jfab does without a fabfile: {@code init}, {@code doctor}, {@code check-gpu}. */
@NullMarked
package jfab.control.own;

import org.jspecify.annotations.NullMarked;
