// Package library knows what libraries mean: which of their calls build agents, and what
// they do to data. It is a language, and what is written in it.
//
// A file of rows describes a framework, a client, or a part of the standard library:
//
//	# What the calls of a small framework mean.
//	root example.com/flow example.com/flow/v2
//	opaque example.com/flow
//	package .
//
//	new   NewFlow       flow  name=0
//	op    Flow.AddStep  step  name=0 fn=1 result=recv
//	sink  Agent.System  system field
//
// A `#` begins a comment. A `package` line names the package of the rows below it: below
// the `root` line above, which gives the paths of modules, one for each major version that
// has these rows, or as it is where there is no root; `.` is the root itself. Packages of
// modules on `opaque` lines are a framework's, with rows or without, and their functions
// never run but for those with a `body` row; those of modules on `client` lines fill in
// what they are given, too. Modules on `logger` lines log, and nobody who calls them needs
// anything for it.
//
// A row is a verb, the name of what it describes, and what its verb says of that. A name is
// that of a function, a type or a variable, or Type.Method or Type.Field, as a user of the
// package writes it: what is promoted has a name by the type that it is promoted to. There
// are three families of verbs: the rows of one build (a Call), those of another say how data
// moves and what to look for (Data), and those of the third what is done to the world (Effect).
// A function may have rows of all. In those of effects, names and paths may be patterns, as `*Client.Get*`. Each verb
// stands in a table (forms), with what its rows look like and what reads them; a new family
// is a type that implements Row, verbs in that table, and a case in section.add.
//
// Everything that is known of a framework stands in one file (Of), calls and data side by
// side; All is all of them. A process analyses one package, which knows few of the
// libraries, if any: what a table says of a package is read when it is asked for. Users
// write rows, too (Parse), and get each mistake with its place.
//
// Which packages are the standard library's is known here as well (IsStandard).
//
// Letters: t *Table, s *section, r *Call, *Data or *Effect, p *reader.
package library
