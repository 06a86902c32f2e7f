/** MovieLens's ml-1m: users, movies and ratings, and a generator of small ones. */
@NullMarked
package jfab.training.data.movielens;

import org.jspecify.annotations.NullMarked;
