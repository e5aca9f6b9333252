package ssaflow

// This file finds what a value was made of by functions that keep what a check is about.

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/taint"
)

// sameFile are functions whose result names the same file as their argument, or the
// directory of it, and sameText those whose result differs from it in nothing that
// does harm.
var (
	sameFile = []string{
		"path/filepath.Abs", "path/filepath.Clean", "path/filepath.EvalSymlinks", "path/filepath.Dir", "path/filepath.FromSlash",
		"path/filepath.ToSlash", "path.Clean", "path.Dir",
	}
	sameText = []string{"strings.TrimSpace", "strings.ToLower", "strings.ToUpper"}
	// sameHost are those whose result is of the same host.
	sameHost = []string{"(*net/url.URL).Hostname", "net/url.Parse", "net/url.ParseRequestURI"}
)

// An origin is a value that another was made of. If file, host or begin is set, the two name one
// file, are of one host, or begin alike, and what is proved of one as a text says nothing of the
// other. A URL that has a certain host does not begin with a dash.
type origin struct {
	value  ssa.Value
	parent bool // it names the folder of this one, the end of which may be ".."
	file   bool
	links  bool              // and symbolic links have been followed
	host   bool              // it is the host of this one, a URL
	begin  bool              // this one begins with it
	reads  []ssa.Instruction // what read the value, to make the other one
}

// with returns o with what two ways to make one value of another both leave of it.
func (o origin) with(p origin) origin {
	o.parent, o.file, o.links, o.host, o.begin = o.parent || p.parent, o.file || p.file, o.links || p.links, o.host || p.host, o.begin || p.begin
	return o
}

// readBy returns o, which join has on one way, read by what reads it on another one, too.
func (o origin) readBy(join *ssa.Phi, reads []ssa.Instruction) origin {
	if o.reads == nil || reads == nil {
		reads = append(slices.Clip(reads), join)
	}
	o.reads = slices.Concat(o.reads, reads)
	return o
}

// keeps returns which of the labels that a value has lost its origin has lost, too.
func (o origin) keeps(labels taint.Labels) taint.Labels {
	if o.links && labels.Has(taint.MarkOf("path")) {
		o.links = false
		return o.keeps(labels).Union(taint.Labels{taint.MarkOf(taint.KindLink)})
	}
	switch {
	case o.begin:
		return labels.Without(labels.Without(noOption))
	case o.file && o.host:
		return nil
	case o.parent:
		return labels.Without(labels.Without(taint.Labels{taint.MarkOf("path")}))
	case o.file && labels.Has(markIfClean):
		return taint.Labels{markIfClean}.Union(labels.Without(labels.Without(pathMarks)))
	case o.file:
		kept := labels.Without(labels.Without(waysOut))
		if kept.Has(markNoParent) {
			kept = kept.Without(taint.Labels{markNoParent}).Union(taint.Labels{markNotUp})
		}
		return kept
	case !o.host:
		return labels
	}
	if !labels.Has(taint.MarkURL) {
		return nil
	}
	return taint.Labels{taint.MarkURL}.Union(noOption)
}

// origins returns v and the values that it was made of by functions that keep what a
// check is about.
func origins(v ssa.Value) []origin { return originsOf(v, 0) }

// common returns what all edges of a phi were made of.
func common(v *ssa.Phi, depth int) (out []origin) {
	if depth >= maxPhis {
		return nil
	}
	for i, e := range v.Edges {
		made := originsOf(e, depth+1)
		if i == 0 {
			out = made
			continue
		}
		var both []origin
		for _, o := range out {
			if n := slices.IndexFunc(made, func(m origin) bool { return m.value == o.value }); n >= 0 {
				both = append(both, o.with(made[n]).readBy(v, made[n].reads))
			}
		}
		out = both
	}
	return out
}

func originsOf(v ssa.Value, depth int) []origin {
	out := []origin{{value: v}}
	for i := 0; i < len(out); i++ {
		for _, n := range madeOf(out[i].value, depth) {
			n = n.with(out[i])
			if by, ok := out[i].value.(ssa.Instruction); ok && n.reads == nil {
				n.reads = []ssa.Instruction{by}
			}
			if !slices.ContainsFunc(out, func(o origin) bool { return o.value == n.value }) {
				out = append(out, n)
			}
		}
	}
	return out
}

// madeOf returns what v was made of in one step.
func madeOf(v ssa.Value, depth int) []origin {
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return []origin{{value: v.X}}
	case *ssa.ChangeType:
		return []origin{{value: v.X}}
	case *ssa.Extract:
		if v.Index == 0 {
			return []origin{{value: v.Tuple}}
		}
	case *ssa.Phi:
		return common(v, depth)
	case *ssa.BinOp:
		if _, known := constantText(v.Y); known && v.Op == token.ADD {
			return []origin{{value: v.X}}
		}
	case *ssa.UnOp:
		if a, ok := v.X.(*ssa.FieldAddr); ok {
			t, index := structOf(a)
			switch key := library.FieldKey(t, index); key {
			case hostKey:
				return []origin{{value: a.X, host: true}}
			case schemeKey:
				return []origin{{value: a.X, begin: true}}
			}
		}
	case *ssa.Call:
		fn := v.Call.StaticCallee()
		if fn == nil {
			return nil
		}
		switch name := fn.String(); {
		case slices.Contains(sameText, name):
			return []origin{{value: v.Call.Args[0]}}
		case slices.Contains(sameFile, name):
			return []origin{{value: v.Call.Args[0], file: true, parent: strings.HasSuffix(name, ".Dir"), links: name == linksKey}}
		case name == relKey:
			return []origin{{value: v.Call.Args[1], file: true}}
		case slices.Contains(sameHost, name):
			return []origin{{value: v.Call.Args[0], host: true}}
		}
	}
	return nil
}
