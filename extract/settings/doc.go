// Package settings finds settings that should limit what an agent may do and that nothing obeys.
//
// # The question
//
// A program reads its settings into a struct, and one of them says what an agent must not do:
//
//	type Config struct {
//		ReadOnly bool     `yaml:"read_only"`
//		Allowed  []string `yaml:"allowed_commands"`
//	}
//
// Whoever runs the program writes read_only: true and relies on it. If no code looks at the field, or only code that logs it,
// or a function that nothing calls, the tools do what they do in any case. No compiler and no test says so.
//
// # What is read
//
// Package read goes through one package and notes, by the identity of fields, package-level variables and parameters, all of which are
// called things here: what libraries fill with settings, where a thing is looked at, and where it is only handed on to another thing.
// Identity is that of the declaration, whatever object has the field, so that "nothing looks at it" needs no knowledge of where objects go.
//
// No look is: to write a thing; to log it; to log a line where it is true, and to do nothing else; to encode all of a struct; to put a default in its place (if c.Max == 0 { c.Max = 10 }).
// A struct that goes to other code which may look at all of its fields, as a template or a library that works by reflection, is open:
// nothing is said of it.
//
// # What is joined
//
// Join puts the packages of a whole program together. A look counts if its function may run: from main functions and initializers by
// what functions name, and methods of what is put into interfaces. Thing by thing, handed on counts as looked at if the other
// thing is. What is left was filled by somebody, and limits nobody.
//
// # Guards
//
// The same is true of a function that is there to decide what tools may do, such as ValidateCommand, and that nothing calls. Package read
// notes functions by the words of their names, and what may stand in for them; Uncalled returns those that no function names which may run.
//
// Which names speak of limits is in a table, read/settings.txt, together with the functions that fill, log and encode.
//
// Letters: j *joined, k *Kept, t Thing, u Use.
package settings
