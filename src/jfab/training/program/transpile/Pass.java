package jfab.training.program.transpile;

import jfab.training.program.Program;

/** One step from a program to another; it leaves the first as it is. */
interface Pass {
    Program apply(Program program);
}
