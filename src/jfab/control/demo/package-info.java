/** The demo: two SSH hosts inside this process, and a training job on them from start to fetched model. */
@NullMarked
package jfab.control.demo;

import org.jspecify.annotations.NullMarked;
