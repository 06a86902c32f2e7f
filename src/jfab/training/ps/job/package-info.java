/** What a job of trainers and parameter servers is told, what it keeps, and how it fails. */
@NullMarked
package jfab.training.ps.job;

import org.jspecify.annotations.NullMarked;
