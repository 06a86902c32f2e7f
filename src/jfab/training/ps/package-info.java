/** Parameter server and its clients, over gRPC: trainers push gradients, the servers optimize, trainers pull parameters. */
@NullMarked
package jfab.training.ps;

import org.jspecify.annotations.NullMarked;
