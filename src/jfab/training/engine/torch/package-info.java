/** The engine on libtorch; the only package that imports JavaCPP. */
@NullMarked
package jfab.training.engine.torch;

import org.jspecify.annotations.NullMarked;
