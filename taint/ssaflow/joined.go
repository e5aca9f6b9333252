package ssaflow

// This file knows what makes a text harmless as the end of a path: that it has no "..".

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/taint"
)

// joins are the functions that put paths together.
var joins = []string{"path.Join", "path/filepath.Join"}

// markNoParent is the mark of paths that may lead up by "..": what has none, or none at the
// beginning once it is cleaned, stays below what it is joined to. markRooted is that of paths that
// may begin at the root of all files. A path without both is below the folder in which the program
// runs. markNoDots is that of texts that may have ".." anywhere. markNotUp is the mark of paths of which nothing is known but what they are when cleaned: of
// "/../x" that is "/x", so that the path itself leads up all the same, unless it is relative.
const (
	markNoParent = "@.."
	markNoDots   = "@...."
	markNotUp    = "@../"
	markRooted   = "@/"
)

// joinPath moves each argument of a call that puts a path together by itself, if the call shows
// them: what has no ".." stays below what stands before it, even if it begins with a slash.
func (f *frame) joinPath(k *call, name string) bool {
	if k.common == nil || len(k.common.Args) != 1 {
		return false
	}
	parts, listed := variadic(k.common.Args[0])
	if !listed {
		return false
	}
	for n, v := range parts {
		e := f.edgeAt(k, taint.OpReturn, name, f.value(v), k.result)
		e.fromDeep, e.below = true, n > 0
		if inner := betweenNames(v); inner != v {
			e.whole = f.value(inner)
		}
		if n > 0 && isRooted(v) {
			e.drop = pathMarks
		}
		if n > 0 && f.isAbsolute(parts[0]) {
			e.drop = e.drop.Union(noOption)
		}
		if n < len(parts)-1 {
			e.drop = e.drop.Union(taint.Labels{taint.MarkEnd})
		}
		f.edges = append(f.edges, e)
		if k.control != nil {
			e.from, e.fromDeep = k.control, false
			f.edges = append(f.edges, e)
		}
	}
	return true
}

// betweenNames returns what a text is between constants that make no ".." of what has none: it has lost what that has lost before.
//
//	filepath.Join(dir, "ch-"+title+".txt")
func betweenNames(v ssa.Value) ssa.Value {
	for {
		sum, ok := v.(*ssa.BinOp)
		if !ok || sum.Op != token.ADD {
			return v
		}
		before, isBefore := constantText(sum.X)
		behind, isBehind := constantText(sum.Y)
		switch {
		case isBehind && namedBefore(behind).Has(taint.MarkFolder) && !strings.Contains(behind, ".."):
			v = sum.X
		case isBefore && !strings.HasSuffix(before, ".") && !strings.Contains(before, ".."):
			v = sum.Y
		default:
			return v
		}
	}
}

// namedBehind returns what a text loses behind another one: "..", which is the folder above, is a name like any other behind
// something of a name.
func namedBehind(before string) taint.Labels {
	name := before[max(strings.LastIndexByte(before, '/'), strings.LastIndexByte(before, 0))+1:]
	if strings.Trim(name, ".") == "" {
		return nil
	}
	return taint.Labels{taint.MarkFolder}
}

// namedBefore returns what a text loses before another one: "..", if a name goes on there, and that nothing more of a path
// follows.
func namedBefore(behind string) taint.Labels {
	n := strings.IndexAny(behind, "/\x00")
	name := behind
	if n >= 0 {
		name = behind[:n]
	}
	switch {
	case strings.Trim(name, ".") != "":
		return taint.Labels{taint.MarkFolder}
	case n >= 0 && behind[n] == '/':
		return taint.Labels{taint.MarkEnd}
	}
	return nil
}

// isRooted reports whether v is a path that begins at the root of all files, without "..":
// below something else it stays there.
//
//	filepath.Join(dir, filepath.Clean("/"+name))
func isRooted(v ssa.Value) bool {
	c, ok := v.(*ssa.Call)
	for ok && isSlashed(c) {
		c, ok = c.Call.Args[0].(*ssa.Call)
	}
	if !ok || !isClean(c) || len(c.Call.Args) == 0 {
		return false
	}
	first := c.Call.Args[0]
	if list, listed := variadic(first); listed && len(list) > 0 {
		first = list[0]
	}
	for {
		sum, ok := first.(*ssa.BinOp)
		if !ok {
			break
		}
		first = sum.X
	}
	text, known := constantText(first)
	return known && strings.HasPrefix(text, "/")
}

// isCleanText reports whether a value is a cleaned path, with slashes of whatever kind.
func isCleanText(v ssa.Value) bool {
	c, ok := v.(*ssa.Call)
	for ok && isSlashed(c) {
		c, ok = c.Call.Args[0].(*ssa.Call)
	}
	return ok && isClean(c)
}

// isSlashed reports whether a call only writes a path with the slashes of a system.
func isSlashed(c *ssa.Call) bool {
	fn := c.Call.StaticCallee()
	return fn != nil && (fn.String() == "path/filepath.FromSlash" || fn.String() == "path/filepath.ToSlash")
}

// lacks returns what a call proves that looks for ".." or for a slash in a text, or for one of them
// at its beginning, where there is none.
func lacks(c *ssa.Call) []check {
	fn := c.Call.StaticCallee()
	switch {
	case fn == nil:
		return nil
	case fn.String() == "path/filepath.IsAbs" || fn.String() == "path.IsAbs":
		return []check{{param: 0, labels: taint.Labels{markRooted}, answer: "false"}}
	case len(c.Call.Args) != 2:
		return nil
	}
	text, known := constantText(c.Call.Args[1])
	var labels taint.Labels
	switch name := fn.String(); {
	case !known:
	case name == prefixKey && text == "/":
		labels = taint.Labels{markRooted}
	case name == prefixKey && text == ".." && isCleanText(c.Call.Args[0]):
		labels = taint.Labels{markNoParent, taint.MarkFolder}
	case name == prefixKey && text == "../" && isCleanText(c.Call.Args[0]):
		labels = taint.Labels{markNoParent}
	case name == "strings.Contains" && text == "..":
		labels = taint.NewLabels(markNoDots, markNoParent, taint.MarkFolder)
	case name == prefixKey && (text == "." || text == ".."):
		labels = taint.Labels{taint.MarkFolder}
	case name == "strings.Contains" && text == "/", name == "strings.ContainsAny" && strings.Contains(text, "/"):
		labels = nameOnly
	}
	if labels == nil {
		return nil
	}
	return []check{{param: 0, labels: labels, answer: "false"}}
}
