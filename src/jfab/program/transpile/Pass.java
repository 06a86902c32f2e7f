package jfab.program.transpile;

import jfab.program.Program;

/** One step from a program to another; it leaves the first as it is. */
interface Pass {
    Program apply(Program program);
}
