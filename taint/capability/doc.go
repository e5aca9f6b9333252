// Package capability infers what functions may do to the world: read files, delete rows of a
// database, run git.
//
// # Capabilities
//
// A capability is a dotted name, and each name covers those that begin with it: fs covers
// fs.read, fs.write, fs.delete and fs.temp, net covers net.read and net.delete, exec covers
// exec.git. Names says which there are. A coarse name is said where the code does not tell
// more: `net` of a request whose method is computed.
//
// What functions of libraries need are rows (library.Effect); what other functions need
// follows from their bodies. A capability is needed where somebody gets hold of a thing: who
// opens a file for writing needs fs.write, whoever writes to it then needs nothing more. What a
// function does with a temporary file or folder that it has made itself is fs.temp, and so is that it takes away a file that it has
// written before, a lock, or a file whose place another one takes.
//
// # How
//
// A function is read on its own (Read): the rows of what it calls, the functions that it
// calls, and the places where it calls what only others know, a function value or a method of
// an interface. What an argument of a row is, if it is a constant, decides between rows. Where
// it is a parameter, the question stays open until a caller knows (Open):
//
//	func run(name string, args ...string) { exec.Command(name, args...) }
//
// is exec.git for who calls run("git"). A map or a list that a package fills once and then only reads is a list of constants: its entries are what
// an argument may be that is looked up there. A parameter that is called as a function runs what the
// caller gives there. A parameter may also be a struct, of which a field decides, as the method of a request
// does in call(params{Method: "DELETE"}).
//
// In own packages, os.Remove asks in the same way who chooses the file, and os.WriteFile what is in it, too: which parameters
// these are made of, or which variables that a literal has captured. Where it is neither, nor a parameter of the handler that
// may be the call's, the Use is Fixed: no call chooses what is taken away or written. A file with an ending of the program's, in a
// folder of its own, is a record: to remove one is fs.delete.record, which fs.delete covers.
//
// Solve then goes bottom-up until nothing changes, and keeps for each capability of a function
// one way that leads to it, the shortest: calls, each with its place, down to that of a row.
//
// # Across packages
//
// What dependencies need travels as facts (Summary): for each function that needs something,
// what, and the last call. A method of an interface of a dependency needs what those of the types need
// that its package puts into it, or of the one exported type that has all of its methods, if these are
// three at least: client-go never says that a Clientset is its Interface. A type of another package is
// not thought of there. Own packages are not solved on their own: their functions go to the
// stage that sees the module, which knows from package valueflow what runs where a function value
// or a method of an interface is called.
//
// A Use is sure if each call of its way is certain to go there: a static call, a function
// that is handed over and called there, or the only function that a call of a value can run.
// Else it is Loose: one of several implementations, or code that was only stored.
//
// # Several tools, one function
//
// One function may run several tools. Narrow says what it does for each: it leaves out what stands behind
// comparisons of the tool's name that do not hold, takes the entry of a table that has the name as its
// key, and the function that the literal has captured for this tool. What is left is certain if no other
// tool comes to it; else it may be there for the other, and is Loose.
//
// The name is a Subject: a parameter, a part of one, such as a field of a struct or an entry of a map, or a value of the function's own,
// such as the name in an answer that it has got from a model. Of tools that stand in line, package loops says at which comparison
// each is chosen, and so which subject the name is. Where two comparisons read one place, they have one subject only if nothing
// in the function can have written to the place in between. Sets of constant names count as comparisons. Of a function that asks the model
// itself, what it does whatever the name is, is no tool's doing.
//
// # What is not known
//
// Unknown is a capability too, with its way: a function value that nobody in sight provides, a
// function without a body, a package that was not read. So are cgo, native, which is a function of an own package without a body, plugin, reflect,
// syscall and unsafe, behind which anything can hide; of a dependency they are no more than Unknown.
//
// # Limits
//
// A function of a library that makes a literal which runs one of its parameters is taken to run that.
// Of what the standard library is given in an interface, the methods of that interface count, and some more for which
// it asks (a String, a WriteTo), where the function that calls it puts the value into the interface, or a function that it calls
// for it, of its package or of another one (results); what it gets from elsewhere does not. Where such a function of another package returns
// what it has from elsewhere itself, that is Unknown for handlers of requests and the like, by which the standard library runs code, and nothing for others. Functions of a template count where the map of them is made in the
// package, and are Loose, as the template says which of them run; of a template that the function has not made itself, all that the package gives
// to one. A function that is sent over a channel counts for who sends it. So does, Loose, what a goroutine does that gets data over a
// channel of which the package shows that it is the same: one of the package, one of another package to which it hands the channel, or one that
// works on an exported variable or field. An error and a struct without fields are no such data. A prepared statement counts where it
// is prepared, and where another function of the package runs it, of which a field or a variable keeps it. Code in
// init functions and initialisers belongs to no function that runs later. Not every path that
// is found can happen: conditions are not looked at. Loggers need nothing, and what a framework of
// agents does itself is no function's doing. That a function changes the name in a request which another one
// has got too is not seen, nor that it changes a struct to which another one has a pointer.
//
// Letters: fn *ssa.Function, f *Func, s *Summary, u Use, v ssa.Value.
package capability
