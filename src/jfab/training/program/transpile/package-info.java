/** Passes over programs: what a single process would run becomes what each process of a job runs. */
@NullMarked
package jfab.training.program.transpile;

import org.jspecify.annotations.NullMarked;
