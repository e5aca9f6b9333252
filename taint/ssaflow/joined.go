package ssaflow

// This file knows what makes a text harmless as the end of a path: that it has no "..".

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/taint"
)

// joins are the functions that put paths together.
var joins = []string{"path.Join", "path/filepath.Join"}

// markNoParent is the mark of texts that may have ".." in them.
const markNoParent = "@.."

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
		if n > 0 && isRooted(v) {
			e.drop = taint.Labels{taint.MarkOf("path")}
		}
		if n > 0 && f.isAbsolute(parts[0]) {
			e.drop = e.drop.Union(noOption)
		}
		f.edges = append(f.edges, e)
		if k.control != nil {
			e.from, e.fromDeep = k.control, false
			f.edges = append(f.edges, e)
		}
	}
	return true
}

// isRooted reports whether v is a path that begins at the root of all files, without "..":
// below something else it stays there.
//
//	filepath.Join(dir, filepath.Clean("/"+name))
func isRooted(v ssa.Value) bool {
	c, ok := v.(*ssa.Call)
	if !ok || !isClean(v) || len(c.Call.Args) == 0 {
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

// lacks returns what a call proves that looks for ".." or for a slash in a text, where there is
// none.
func lacks(c *ssa.Call) []check {
	fn := c.Call.StaticCallee()
	if fn == nil || len(c.Call.Args) != 2 {
		return nil
	}
	text, known := constantText(c.Call.Args[1])
	var labels taint.Labels
	switch name := fn.String(); {
	case !known:
	case name == "strings.Contains" && text == "..":
		labels = taint.Labels{markNoParent}
	case name == "strings.Contains" && text == "/", name == "strings.ContainsAny" && strings.Contains(text, "/"):
		labels = taint.Labels{taint.MarkOf("path")}
	}
	if labels == nil {
		return nil
	}
	return []check{{param: 0, labels: labels, answer: "false"}}
}
