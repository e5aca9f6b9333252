// Package authority is the vocabulary of capabilities: what code may do. A capability is a name with
// dots, such as fs.write, and who has fs has fs.write, too. What code needs is found by package
// taint/capability; this one only knows what the names mean, so that it needs no code to be read.
package authority

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
)

// Capabilities that the engine itself names. All others come out of rows.
const (
	Cgo     = "cgo"              // C code runs
	Native  = "native"           // a function runs that has no body in Go: assembly, or what the linker finds by a name
	Post    = "net.post"         // a request is sent that may change something or only ask
	Record  = "fs.delete.record" // a file is deleted in which the program keeps a record
	Undo    = "fs.delete.undo"   // a file is deleted because something has failed
	Unsafe  = "unsafe"           // memory is read or written past the type system
	Unknown = "unknown"          // code runs of which nothing is known
)

// A Name is a capability with what it means, for readers.
type Name struct{ Name, Means string }

// Names are the capabilities that rows of ours and the engine use, sorted. Below exec, any name is
// that of a program.
var Names = []Name{
	{Cgo, "runs C code"},
	{"db", "runs a statement on a database"},
	{"db.delete", "deletes rows, or drops tables"},
	{"db.open", "connects to a database"},
	{"db.read", "reads from a database"},
	{"db.write", "adds or changes rows or tables"},
	{"env", "reads the environment"},
	{"exec", "runs a program"},
	{"fs", "opens a file"},
	{"fs.delete", "deletes files"},
	{Record, "deletes files in which the program keeps records"},
	{Undo, "deletes files where something has failed"},
	{"fs.read", "reads files or folders"},
	{"fs.temp", "makes temporary files"},
	{"fs.write", "writes, moves or changes files"},
	{Native, "runs a function that has no body in Go"},
	{"net", "talks to a host"},
	{"net.delete", "asks a host to delete something"},
	{"net.exec", "runs a command on another machine"},
	{"net.listen", "listens on a port"},
	{"net.lookup", "asks for the address of a host"},
	{"net.message", "sends a message to others"},
	{Post, "sends a POST request, which may change something or only ask"},
	{"net.read", "sends a GET or HEAD request"},
	{"net.smtp", "sends mail"},
	{"net.write", "asks a host to change something"},
	{"plugin", "loads code at run time"},
	{"process", "changes the process or its environment, or signals others"},
	{"reflect", "calls a function by reflection"},
	{"syscall", "makes a system call"},
	{"system", "reads the state of the system"},
	{Unknown, "runs code of which nothing is known"},
	{Unsafe, "reads or writes memory past the type system"},
}

// Means says what who needs a capability does.
func Means(name string) string {
	if program, ok := strings.CutPrefix(name, "exec."); ok {
		return "runs the program " + program
	}
	for _, n := range Names {
		if n.Name == name {
			return n.Means
		}
	}
	return "needs " + name
}

// Exists reports whether a name is that of a capability: one of agentvet's, the name of a program
// below exec, or one that covers what somebody declares.
func Exists(name string, declared []string) bool {
	return name == "*" || strings.HasPrefix(name, "exec.") ||
		slices.ContainsFunc(append(AllNames(), declared...), func(known string) bool { return Covers(name, known) })
}

// AllNames returns the names of Names.
func AllNames() []string {
	out := make([]string, len(Names))
	for i, n := range Names {
		out[i] = n.Name
	}
	return out
}

// IsLibrarys reports whether a need is that of a library for files of its own: a cache, a lock,
// a log.
func IsLibrarys(n *graph.Need) bool {
	return len(n.Path) > 0 && !n.Path[len(n.Path)-1].Pos.IsValid() && Covers("fs", n.Capability)
}

// IsUsual reports whether what a need takes away is mostly what the tool is for, or the program's own: rows of a database, records
// in files, what is half done where something has failed, and a file that no call of the tool chooses, such as a lock or a session that is too old.
func IsUsual(n *graph.Need) bool {
	return n.Fixed || Covers("db", n.Capability) || n.Capability == Record || n.Capability == Undo
}

// Minor reports whether a capability is one that much code needs and nobody fears.
func Minor(name string) bool {
	return slices.Contains([]string{"db.open", "env", "fs.temp", "net.lookup", "process", "system"}, name)
}

// Covers reports whether who has one capability has the other.
func Covers(one, other string) bool {
	return one == other || one == "*" || strings.HasPrefix(other, one+".")
}

// CoversAny reports whether one of list covers a capability.
func CoversAny(list []string, name string) bool {
	return slices.ContainsFunc(list, func(c string) bool { return Covers(c, name) })
}

// Hides reports whether anything can be behind a capability.
func Hides(name string) bool {
	return slices.Contains([]string{Cgo, Native, "plugin", "reflect", "syscall", Unknown, Unsafe}, name)
}

// RunsAnything reports whether a capability is one to run a program that may change something.
func RunsAnything(name string) bool {
	program, ok := strings.CutPrefix(name, "exec")
	return ok && !slices.Contains(readers, strings.TrimPrefix(program, "."))
}

// readers are programs that only say what there is, whatever their arguments.
var readers = []string{
	"cat", "df", "du", "echo", "file", "free", "head", "id", "ls", "lsof", "netstat", "nslookup", "pgrep", "ping", "ps", "pwd", "ss", "stat", "tail",
	"uname", "uptime", "vmstat", "wc", "which", "whoami",
}

// Changes reports whether a capability is one to change something that outlives the process
// and is not its own: temporary files are.
func Changes(name string) bool {
	return Destroys(name) || slices.Contains([]string{"fs.write", "net.write", "net.message", "net.smtp", "db.write"}, name)
}

// Destroys reports whether a capability is one to take away what was there.
func Destroys(name string) bool {
	return slices.ContainsFunc([]string{"fs.delete", "net.delete", "db.delete"}, func(all string) bool { return Covers(all, name) })
}
