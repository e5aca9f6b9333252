// Package read goes through the code of one package for package settings: which settings it has, what fills them, and
// what its functions do with them.
//
// Letters: r *reader, w *walk, fn *ssa.Function, v ssa.Value, t settings.Thing.
package read
