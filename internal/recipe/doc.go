// Package recipe holds functions of the analysed program in a form that
// outlives the package they come from.
//
// go/ssa exists only for the package under analysis; of its imports a driver
// shows types and facts. Yet builders of workflows call helpers in other
// packages, and what a helper adds depends on what it is given. So the body of
// each helper that may matter travels as a fact: a Func, which is go/ssa without
// pointers into the type checker. The interpreter of package extract runs Funcs
// only, whether they were lowered a moment ago or in another process.
//
// # Lowering
//
// Lower turns one ssa.Function into a Func: values become registers, types become
// strings with full package paths, positions become lines of one file. Of the
// types, what remains is what the interpreter asks for: dynamic types at
// conversions to interfaces, the shape of zero values, names of fields. Callees
// are resolved here, through go/types: a call that a table row describes carries
// the row's key, so that no later stage matches by name.
//
// Each If carries the source text of its condition and the block where its two
// ways meet again, which is what the interpreter needs to take both.
//
// Letters: fn *ssa.Function, f *Func, b *Block, in *Instr.
package recipe
