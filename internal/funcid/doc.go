// Package funcid gives functions an identity that outlives the type checker: a string that
// is the same in the package that declares a function and in every one that calls it. It is
// what recipes, summaries and workflows name functions by:
//
//	example.com/desk.Route          a function
//	(*example.com/desk.Agent).Ask   a method, by its receiver as the source has it
//	(example.com/desk.Set[K]).Has   a method of a generic type, all instances alike
//	example.com/desk.Route$1        the first function literal in a function
//	example.com/desk.init#2         the second init function of a package
//
// What the compiler makes of a method has its name with a mark: $bound for a method value,
// $thunk for a method expression, $wrapper for a method that a type has by embedding, or by
// way of a pointer. [Source] takes the marks off.
//
// A row of a library's table, and a reader, name a method without the form of its receiver:
// that is its [Key], which a method by value and one by pointer cannot both have.
package funcid
