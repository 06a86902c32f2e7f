/** The engine on libtorch; the only package that imports JavaCPP. */
@NullMarked
package jfab.engine.torch;

import org.jspecify.annotations.NullMarked;
