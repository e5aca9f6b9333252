package ssaflow

// This file finds files that the program writes and then runs: what gets into one becomes a command, as the text behind sh -c does.
// Where a file is written, the commands are searched that name it, in the function, in those that it hands the name to, and in those that
// it has the name from or returns it to.

import (
	"go/token"
	"path"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
)

const (
	dirKey     = "os/exec.Cmd.Dir"
	fileName   = "(*os.File).Name"
	joinFile   = "path/filepath.Join"
	newWriter  = "bufio.NewWriter"
	newWriterN = "bufio.NewWriterSize"
)

// makersOfFiles open or make a file; of those with a name, it is their first argument.
var makersOfFiles = map[string]bool{"os.Create": true, "os.OpenFile": true, "os.CreateTemp": false, "io/ioutil.TempFile": false}

// onlyData are the ends of names of files that programs which run their folder read as data.
var onlyData = []string{".txt", ".csv", ".md", ".log", ".html", ".xml", ".pdf", ".png", ".jpg"}

// maxHandedNames is through how many functions the name of a file is followed.
const maxHandedNames = 2

// content does what a row says of data that k writes into a file, which is its first argument: it is in a command if the file is run.
func (f *frame) content(k *call, data place) {
	run, sure := f.ran(k)
	if run == nil {
		return
	}
	file := f.newLoc()
	in := f.edgeAt(k, taint.OpStore, taint.RunFile, data.loc, file)
	in.fromDeep = true
	f.edges = append(f.edges, in)
	name := funcid.Of(run.Call.StaticCallee())
	out := edge{at: k.at, loose: true, hop: taint.Hop{Op: taint.OpSink, Name: funcid.Name(name), Pos: f.pos(run.Pos())}}
	if !sure {
		out.perhaps, out.drop = true, notApart
	}
	f.addSink(taint.Sink{Name: funcid.Key(name), Kind: "exec"}, file, out)
}

// ran returns the call that makes a command which runs the file that k writes, nil if none is seen. It is sure if no caller of the function
// is seen to do without: of what such a caller has written, nothing says that it is run.
func (f *frame) ran(k *call) (run *ssa.Call, sure bool) {
	file := k.argument(0)
	if file == nil || k.at == nil {
		return nil, false
	}
	s := ranSearch{f, make(map[*ssa.Function]bool)}
	return s.in(k.at.Parent(), namesOfFile(file), k.at, maxHandedNames)
}

// namesOfFile returns the values that name a file, of which one is given, or the file itself.
func namesOfFile(file ssa.Value) (names []ssa.Value) {
	file = plainFile(file)
	if isText(file.Type()) {
		return []ssa.Value{file}
	}
	made, ok := file.(*ssa.Extract)
	if !ok {
		return nil
	}
	c, ok := made.Tuple.(*ssa.Call)
	if !ok || c.Call.StaticCallee() == nil {
		return nil
	}
	named, ok := makersOfFiles[funcid.Of(c.Call.StaticCallee())]
	if !ok {
		return nil
	}
	if named {
		names = append(names, plainFile(c.Call.Args[0]))
	}
	for _, c := range callsIn(made.Parent()) {
		if isCallOf(c, fileName) && plainFile(c.Call.Args[0]) == file {
			names = append(names, c)
		}
	}
	return names
}

// plainFile returns a file, or its name, without what stands around it: an interface, a writer with a buffer, a variable that is set once.
func plainFile(v ssa.Value) ssa.Value {
	for range maxNesting {
		switch at := v.(type) {
		case *ssa.MakeInterface:
			v = at.X
			continue
		case *ssa.ChangeInterface:
			v = at.X
			continue
		case *ssa.UnOp:
			if a, ok := at.X.(*ssa.Alloc); ok && at.Op == token.MUL {
				if values, ok := storedIn(a); ok && len(values) == 1 {
					v = values[0]
					continue
				}
			}
		case *ssa.Call:
			if isCallOf(at, newWriter) || isCallOf(at, newWriterN) {
				v = at.Call.Args[0]
				continue
			}
		}
		break
	}
	return v
}

func isCallOf(c *ssa.Call, id string) bool {
	fn := c.Call.StaticCallee()
	return fn != nil && fn.String() == id
}

// callsIn returns the calls of a function that are not deferred.
func callsIn(fn *ssa.Function) (out []*ssa.Call) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(*ssa.Call); ok {
				out = append(out, c)
			}
		}
	}
	return out
}

// A ranSearch looks for a command that runs a file.
type ranSearch struct {
	f    *frame
	seen map[*ssa.Function]bool
}

// in returns the call in a function, or in those around it, that makes a command which runs a file with some names. It may come after
// an instruction of the function, if that is given.
func (s *ranSearch) in(fn *ssa.Function, names []ssa.Value, after ssa.Instruction, depth int) (run *ssa.Call, sure bool) {
	if len(names) == 0 || s.seen[fn] {
		return nil, false
	}
	s.seen[fn] = true
	calls := callsIn(fn)
	for _, c := range calls {
		if commandArgs(c) != nil && s.runs(c, names) && (after == nil || mayFollow(after, c)) {
			return c, true
		}
	}
	if depth == 0 {
		return nil, false
	}
	for _, c := range calls {
		to := c.Call.StaticCallee()
		if to == nil || to.Pkg != s.f.in.Pkg || len(to.Blocks) == 0 || after != nil && !mayFollow(after, c) {
			continue
		}
		var handed []ssa.Value
		for n, arg := range c.Call.Args {
			if isNamed(names, arg) && n < len(to.Params) {
				handed = append(handed, to.Params[n])
			}
		}
		if run, sure := s.in(to, handed, nil, depth-1); run != nil {
			return run, sure
		}
	}
	return s.around(fn, names, depth)
}

// around is in for the functions that call one which is given the name of a file, or returns it.
func (s *ranSearch) around(fn *ssa.Function, names []ssa.Value, depth int) (run *ssa.Call, sure bool) {
	returned := -1
	for _, b := range fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			if n := slices.IndexFunc(ret.Results, func(v ssa.Value) bool {
				return slices.ContainsFunc(mayResult(v), func(v ssa.Value) bool { return isNamed(names, v) })
			}); n >= 0 {
				returned = n
			}
		}
	}
	callers, sure := s.f.callsOf(fn)
	for _, at := range callers {
		c, ok := at.(*ssa.Call)
		if !ok {
			sure = false
			continue
		}
		var there []ssa.Value
		for n, param := range fn.Params {
			if slices.Contains(names, ssa.Value(param)) && n < len(c.Call.Args) {
				there = append(there, plainFile(c.Call.Args[n]))
			}
		}
		switch {
		case returned < 0:
		case fn.Signature.Results().Len() == 1:
			there = append(there, c)
		default:
			for _, ref := range *c.Referrers() {
				if part, ok := ref.(*ssa.Extract); ok && part.Index == returned {
					there = append(there, part)
				}
			}
		}
		switch found, isSure := s.in(c.Parent(), there, c, depth-1); {
		case found == nil:
			sure = false
		case run == nil:
			run = found
			fallthrough
		default:
			sure = sure && isSure
		}
	}
	return run, sure
}

// mayResult returns the values that a result may be.
func mayResult(v ssa.Value) []ssa.Value {
	switch at := v.(type) {
	case *ssa.Phi:
		return at.Edges
	case *ssa.UnOp:
		if a, ok := at.X.(*ssa.Alloc); ok && at.Op == token.MUL {
			if values, ok := storedIn(a); ok {
				return values
			}
		}
	}
	return []ssa.Value{v}
}

// runs reports whether the command that a call makes runs a file with some names: it is the program, the script of an interpreter, or in the folder
// of a program that runs what it finds there.
func (s *ranSearch) runs(c *ssa.Call, names []ssa.Value) bool {
	args := commandArgs(c)
	if isNamed(names, args[0]) {
		return true
	}
	list, _ := s.f.writtenIn(args[1])
	dir := folderOf(c)
	for n, arg := range list {
		if !isNamed(names, arg) && !isInFolder(names, dir, arg) {
			continue
		}
		s.f.looked = 0
		before := joined(joined(only(library.Separator), programs(s.f.texts(args[0]))), s.f.before(args[1], n))
		if open, ok := judge(before, "@programs"); ok && len(open) == 0 || s.builds(c) {
			return true
		}
	}
	return s.builds(c) && slices.ContainsFunc(names, func(name ssa.Value) bool { return isBelow(name, dir) })
}

// builds reports whether a command is one of a program that runs what files of its folder say.
func (s *ranSearch) builds(c *ssa.Call) bool {
	s.f.looked = 0
	open, ok := judge(withProgram(s.f.commandLine(c)), "@builders")
	return ok && len(open) == 0
}

// folderOf returns the folder that a command is set to run in, nil if it is none.
func folderOf(cmd *ssa.Call) (dir ssa.Value) {
	for _, ref := range *cmd.Referrers() {
		a, ok := ref.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		if t, index := structOf(a); t == nil || library.FieldKey(t, index) != dirKey {
			continue
		}
		for _, use := range *a.Referrers() {
			if store, ok := use.(*ssa.Store); ok && store.Addr == ssa.Value(a) {
				dir = store.Val
			}
		}
	}
	return dir
}

// isInFolder reports whether text that a command gets is the name, in the folder that it runs in, of a file with some names.
func isInFolder(names []ssa.Value, dir, text ssa.Value) bool {
	short, ok := constantText(text)
	return ok && slices.ContainsFunc(names, func(name ssa.Value) bool {
		parts := partsOfName(name)
		last, ok := constantText(parts[len(parts)-1])
		return ok && last == path.Clean(short) && isBelow(name, dir)
	})
}

// isBelow reports whether a name is one below a folder, nil for that of the program, and not the name of what is data in any case.
func isBelow(name, dir ssa.Value) bool {
	parts := partsOfName(name)
	if last, ok := constantText(parts[len(parts)-1]); ok && slices.Contains(onlyData, path.Ext(last)) {
		return false
	}
	if dir == nil {
		text, ok := constantText(name)
		return ok && !path.IsAbs(text)
	}
	return len(parts) > 1 && isSameName(parts[0], dir)
}

// partsOfName returns what filepath.Join makes a name of, or the name alone.
func partsOfName(name ssa.Value) []ssa.Value {
	if c, ok := name.(*ssa.Call); ok && isCallOf(c, joinFile) {
		if parts, ok := variadic(c.Call.Args[0]); ok && len(parts) > 0 {
			return parts
		}
	}
	return []ssa.Value{name}
}

func isNamed(names []ssa.Value, v ssa.Value) bool {
	return slices.ContainsFunc(names, func(name ssa.Value) bool { return isSameName(name, v) })
}

// isSameName reports whether two values are one name of a file: the same value, or made of the same ones in the same way.
func isSameName(a, b ssa.Value) bool {
	a, b = plainFile(a), plainFile(b)
	if a == b {
		return true
	}
	switch x := a.(type) {
	case *ssa.Const:
		text, ok := constantText(a)
		other, same := constantText(b)
		return ok && same && text != "" && text == other
	case *ssa.BinOp:
		y, ok := b.(*ssa.BinOp)
		return ok && x.Op == y.Op && isSameName(x.X, y.X) && isSameName(x.Y, y.Y)
	case *ssa.Call:
		y, ok := b.(*ssa.Call)
		if !ok || x.Call.StaticCallee() == nil || x.Call.StaticCallee() != y.Call.StaticCallee() {
			return false
		}
		switch {
		case isCallOf(x, joinFile):
			return slices.EqualFunc(partsOfName(x), partsOfName(y), isSameName)
		case isCallOf(x, fileName):
			return isSameName(x.Call.Args[0], y.Call.Args[0])
		case isCallOf(x, "os.TempDir"):
			return true
		}
	}
	return false
}

// mayFollow reports whether control may come from one instruction of a function to another.
func mayFollow(from, to ssa.Instruction) bool {
	if from.Parent() != to.Parent() {
		return true
	}
	if from.Block() == to.Block() && slices.Index(from.Block().Instrs, from) < slices.Index(to.Block().Instrs, to) {
		return true
	}
	return reachable(from.Block().Succs, nil, func(b *ssa.BasicBlock) []*ssa.BasicBlock { return b.Succs })[to.Block()]
}
