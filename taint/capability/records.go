package capability

// This file tells the records that a program keeps in files from files of others: a list of tasks, a session, a note.
// A tool that deletes one is mostly there for that.

import (
	"go/constant"
	"path"
	"regexp"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// ofRecord is the field of an Open that asks who chooses a record.
const ofRecord = "record"

// maxRecordDepth is the number of functions of the package that a path may come out of, one by way of the other.
const maxRecordDepth = 4

// ending is that of a name that has one, where "?" stands for what is not known.
var ending = regexp.MustCompile(`^.*\.[a-z][a-z0-9]*$`)

// isRecord reports whether each path that v may be is that of a file in a folder of the program's own, with an ending that the
// program gives it, so that who chooses the name chooses among the files that the program has made:
//
//	filepath.Join(s.dir, id+".json")
//
// The path may come out of functions of the package. That it may be "" beside is no matter.
func (o *origins) isRecord(v ssa.Value, depth int) bool {
	leaves, rest := o.leaves(v)
	leaves = slices.DeleteFunc(leaves, isEmptyText)
	return !rest && len(leaves) > 0 && !slices.ContainsFunc(leaves, func(leaf ssa.Value) bool { return !o.isRecordLeaf(leaf, depth) })
}

func (o *origins) isRecordLeaf(leaf ssa.Value, depth int) bool {
	if result, ok := leaf.(*ssa.Extract); ok {
		c, isCall := result.Tuple.(*ssa.Call)
		return isCall && o.returnsRecord(c, result.Index, depth)
	}
	c, ok := leaf.(*ssa.Call)
	return ok && (o.joinsRecord(c) || o.returnsRecord(c, 0, depth))
}

// joinsRecord reports whether a call joins a folder of the program's own and the name of a record.
func (o *origins) joinsRecord(c *ssa.Call) bool {
	if !calls(c, "path/filepath.Join", "path.Join") {
		return false
	}
	parts, size := written(c.Call.Args[0])
	for n := range max(size-1, 0) {
		if !o.isOwnFolder(element(parts, n), maxRecordDepth) {
			return false
		}
	}
	return size > 1 && ending.MatchString(o.single(element(parts, size-1)).Text)
}

// returnsRecord reports whether the result of a function of the package is the path of a record.
func (o *origins) returnsRecord(c *ssa.Call, result, depth int) bool {
	fn := c.Call.StaticCallee()
	if fn == nil || fn.Pkg != c.Parent().Pkg || len(fn.Blocks) == 0 || depth == 0 {
		return false
	}
	list := returns(fn)
	return len(list) > 0 && !slices.ContainsFunc(list, func(ret *ssa.Return) bool {
		return !isEmptyText(ret.Results[result]) && !o.isRecord(ret.Results[result], depth-1)
	})
}

// isOwnFolder reports whether a part of a path is the program's: a constant that is no absolute path, which may be a folder of the
// machine, a field of what the program makes, or a folder that a function of the package names.
func (o *origins) isOwnFolder(v ssa.Value, depth int) bool {
	leaves, rest := o.leaves(v)
	return !rest && len(leaves) > 0 && !slices.ContainsFunc(leaves, func(leaf ssa.Value) bool {
		switch leaf := leaf.(type) {
		case *ssa.Const:
			return !isRelative(leaf)
		case *ssa.UnOp:
			holder, isParam := root(leaf).(*ssa.Parameter)
			return !isParam || !isProgram(holder.Type())
		case *ssa.Call:
			return !o.joinsFolder(leaf, depth) && !o.returnsFolder(leaf, 0, depth)
		case *ssa.Extract:
			c, isCall := leaf.Tuple.(*ssa.Call)
			return !isCall || !o.returnsFolder(c, leaf.Index, depth)
		}
		return true
	})
}

// joinsFolder reports whether a call joins the path of a folder of the program's own, in that of whoever runs it: what comes behind
// the name that the program gives may be anything.
//
//	filepath.Join(home, ".agent", "sessions", id)
func (o *origins) joinsFolder(c *ssa.Call, depth int) bool {
	if depth == 0 || !calls(c, "path/filepath.Join", "path.Join") {
		return false
	}
	parts, size := written(c.Call.Args[0])
	named := false
	for n := range max(size, 0) {
		switch part := element(parts, n); {
		case named || !o.isRunners(part) && o.isOwnFolder(part, depth-1):
			named = true
		case !o.isRunners(part):
			return false
		}
	}
	return named
}

// isRunners reports whether a value is a folder of whoever runs the program.
func (o *origins) isRunners(v ssa.Value) bool {
	leaves, rest := o.leaves(v)
	return !rest && len(leaves) > 0 && !slices.ContainsFunc(leaves, func(leaf ssa.Value) bool {
		result, ok := leaf.(*ssa.Extract)
		if !ok {
			return true
		}
		c, ok := result.Tuple.(*ssa.Call)
		return !ok || !calls(c, "os.UserHomeDir", "os.UserConfigDir", "os.UserCacheDir", "os.Getwd")
	})
}

// returnsFolder reports whether the result of a function of the package is the path of a folder of the program's own.
func (o *origins) returnsFolder(c *ssa.Call, result, depth int) bool {
	fn := c.Call.StaticCallee()
	if fn == nil || fn.Pkg != c.Parent().Pkg || len(fn.Blocks) == 0 || depth == 0 {
		return false
	}
	list := returns(fn)
	return len(list) > 0 && !slices.ContainsFunc(list, func(ret *ssa.Return) bool {
		return !isEmptyText(ret.Results[result]) && !o.isOwnFolder(ret.Results[result], depth-1)
	})
}

// isRelative reports whether v is the constant path of a folder below another one.
func isRelative(v *ssa.Const) bool {
	return v.Value != nil && v.Value.Kind() == constant.String && !path.IsAbs(constant.StringVal(v.Value))
}

// isEmptyText reports whether v is "".
func isEmptyText(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.Kind() == constant.String && constant.StringVal(c.Value) == ""
}
