package ssaflow

// This file says what a check is worth, by what it is made with: a prefix that ends in the
// middle of a name, or a list that comes from where the value comes from, proves nothing.

import (
	"go/token"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/taint"
)

// Checks that prove more or less, as their arguments are.
const (
	prefixKey    = "strings.HasPrefix"
	suffixKey    = "strings.HasSuffix"
	containsKey  = "slices.Contains"
	matchKey     = "regexp.Regexp.MatchString"
	matchTextKey = "regexp.MatchString"
	relKey       = "path/filepath.Rel"
	linksKey     = "path/filepath.EvalSymlinks"
)

// proves returns the labels that argument n of a call has lost where the validator r says yes.
// A prefix says where a file is only if it ends behind a folder and no ".." can lead out again,
// and which host a URL has only if it ends behind that. A suffix says which domain a host is
// of, if it begins with a dot. A pattern proves what the texts that it matches have in common.
func (p *program) proves(r *library.Data, c *ssa.Call, n int) taint.Labels {
	args := c.Call.Args
	switch r.Key() {
	case prefixKey:
		return taint.Labels(r.Labels).Union(taint.Labels{markIfClean}).Without(p.notProved(c.Parent(), args[n], args[1]))
	case suffixKey:
		isHost := slices.ContainsFunc(origins(args[n]), func(o origin) bool { return o.host })
		if !isHost || !p.allTexts(c.Parent(), args[1], namesDomain) {
			return nil
		}
	case containsKey:
		if fromSame(args[n], args[0]) {
			return nil
		}
	case "time.Parse", "time.ParseInLocation":
		if !p.allTexts(c.Parent(), args[0], func(layout string) bool { return !strings.Contains(layout, "\x00") }) {
			return nil // any text has some layout
		}
	case matchKey, matchTextKey:
		return taint.Labels(r.Labels).Without(taint.Labels(r.Labels).Without(patternMarks(p.patternOf(args[0]))))
	}
	return r.Labels
}

// markIfClean stands for the mark of paths where a value has lost that if it has no ".." in it,
// which the callers of a function know that checks its parameter.
const markIfClean = "@path?"

// exactMarks are what a text loses that is known.
var exactMarks = numberMarks.Union(taint.Labels{markIfClean})

// settled returns what a value has lost, of which labels have been proved.
func settled(labels taint.Labels, v ssa.Value) taint.Labels {
	if labels.Has(markIfClean) && isCleaned(v) {
		return labels.Union(pathMarks)
	}
	return labels
}

// isCleaned reports whether a value was made of a path without "..", unless at its beginning, on whichever way it comes.
func isCleaned(v ssa.Value) bool { return isCleanedOn(v, 0) }

func isCleanedOn(v ssa.Value, depth int) bool {
	if slices.ContainsFunc(origins(v), func(o origin) bool { return isClean(o.value) }) {
		return true
	}
	phi, ok := v.(*ssa.Phi)
	return ok && depth < maxPhis && !slices.ContainsFunc(phi.Edges, func(e ssa.Value) bool { return !isCleanedOn(e, depth+1) })
}

// notProved returns the marks that a value with a prefix still has.
func (p *program) notProved(fn *ssa.Function, value, prefix ssa.Value) (not taint.Labels) {
	if fromSame(value, prefix) {
		return exactMarks
	}
	if !p.allTexts(fn, prefix, endsFolder) && !getsSlash(prefix) {
		not = append(append(not, pathMarks...), markIfClean)
	} else if !isCleaned(value) {
		not = append(not, pathMarks...)
	}
	if !p.namesNoOption(fn, prefix) {
		not = append(not, noOption...)
	}
	for _, lost := range []taint.Labels{noVariable, noEntry} {
		if !p.allTexts(fn, prefix, func(text string) bool { return behindMark(text).Contains(lost) }) {
			not = append(not, lost...)
		}
	}
	if !p.allTexts(fn, prefix, func(text string) bool { return namesHost(behindMarks(text)) }) {
		not = append(not, taint.MarkURL)
	}
	return not
}

// allTexts reports whether all that a value of a function may be has a property.
func (p *program) allTexts(fn *ssa.Function, v ssa.Value, is func(string) bool) bool {
	f := &frame{program: p, fn: fn}
	return !slices.ContainsFunc(f.texts(v), func(text string) bool { return !is(text) })
}

// behindMarks returns the end of a text that is written in it.
func behindMarks(text string) string { return text[strings.LastIndexByte(text, 0)+1:] }

// withoutMarks returns what of a text is written in the program.
func withoutMarks(text string) string {
	var b strings.Builder
	for i, part := range strings.Split(text, "\x00") {
		if i%2 == 0 { // and no mark
			b.WriteString(part)
		}
	}
	return b.String()
}

// endsFolder reports whether a path ends with the name of a folder: all that begins with it is
// in there.
func endsFolder(text string) bool {
	return strings.HasSuffix(text, "/") && strings.Trim(text, "/") != "" || strings.HasSuffix(text, `\`) && strings.Trim(text, `\`) != ""
}

// namesDomain reports whether hosts that end with a text are all of one domain.
func namesDomain(text string) bool {
	return strings.HasPrefix(text, ".") && strings.Count(text, ".") > 1
}

// getsSlash reports whether a slash has been added to a path that may have none.
//
//	if !strings.HasSuffix(dir, "/") {
//		dir += "/"
//	}
func getsSlash(v ssa.Value) bool {
	phi, ok := v.(*ssa.Phi)
	if !ok || len(phi.Edges) != 2 {
		return false
	}
	adds := func(sum, to ssa.Value) bool {
		b, ok := sum.(*ssa.BinOp)
		if !ok || b.Op != token.ADD || b.X != to {
			return false
		}
		text, _ := constantText(b.Y)
		return text == "/" || text == `\`
	}
	return adds(phi.Edges[0], phi.Edges[1]) || adds(phi.Edges[1], phi.Edges[0])
}

// A leaf is what a text is made of: a part of a value that is nothing of that kind itself.
type leaf struct {
	root ssa.Value
	path string // of the part, "" for all of it
}

// maxLeaves is how many steps to leaves are taken.
const maxLeaves = 60

// fromSame reports whether what a value is compared with is chosen by who chooses the value:
// both are parts of one argument, or of what was read from one text.
func fromSame(value, with ssa.Value) bool {
	var a, b []leaf
	budget := maxLeaves
	leavesOf(value, "", &budget, &a)
	leavesOf(with, "", &budget, &b)
	return slices.ContainsFunc(b, func(y leaf) bool {
		return y.path != "" && !isOwn(y.root) && slices.ContainsFunc(a, func(x leaf) bool {
			return x.root == y.root && x.path != "" && !slices.Contains(b, x)
		})
	})
}

// isOwn reports whether a value is the program's: a variable of a package, or a receiver.
func isOwn(v ssa.Value) bool {
	if param, ok := v.(*ssa.Parameter); ok {
		fn := param.Parent()
		return fn.Signature.Recv() != nil && fn.Params[0] == param
	}
	_, isGlobal := v.(*ssa.Global)
	return isGlobal
}

func leavesOf(v ssa.Value, path string, budget *int, out *[]leaf) {
	if *budget--; *budget < 0 {
		return
	}
	more := func(v ssa.Value, step string) { leavesOf(v, step+path, budget, out) }
	switch v := v.(type) {
	case *ssa.Const:
	case *ssa.BinOp:
		more(v.X, "")
		more(v.Y, "")
	case *ssa.Phi:
		for _, e := range v.Edges {
			more(e, "")
		}
	case *ssa.TypeAssert:
		more(v.X, "")
	case *ssa.MakeInterface:
		more(v.X, "")
	case *ssa.ChangeType:
		more(v.X, "")
	case *ssa.Convert:
		more(v.X, "")
	case *ssa.Slice:
		more(v.X, "")
	case *ssa.Field:
		more(v.X, "."+strconv.Itoa(v.Field))
	case *ssa.FieldAddr:
		more(v.X, "."+strconv.Itoa(v.Field))
	case *ssa.IndexAddr:
		more(v.X, "[]")
	case *ssa.Index:
		more(v.X, "[]")
	case *ssa.Lookup:
		more(v.X, "["+v.Index.Name()+"]")
	case *ssa.UnOp:
		more(v.X, "")
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok && v.Index == 0 && makesText(c) {
			more(c, "")
			return
		}
		*out = append(*out, leaf{v, path})
	case *ssa.Call:
		if !makesText(v) {
			*out = append(*out, leaf{v, path})
			return
		}
		for _, arg := range v.Call.Args {
			if list, listed := variadic(arg); listed {
				for _, e := range list {
					more(e, "")
				}
				continue
			}
			more(arg, "")
		}
	default:
		*out = append(*out, leaf{v, path})
	}
}

// makesText reports whether a call makes a text or a path of others.
func makesText(c *ssa.Call) bool {
	fn := c.Call.StaticCallee()
	return fn != nil && fn.Pkg != nil && slices.Contains([]string{"fmt", "path", "path/filepath", "strings"}, fn.Pkg.Pkg.Path())
}

// escapes are functions that leave no character in a text which ends the host of a URL, and
// every one that a host is made of.
var escapes = []string{"net/url.PathEscape", "net/url.QueryEscape"}

// becomesHost reports whether the result of k is put where a URL has its host.
func (f *frame) becomesHost(k *call) bool {
	c, ok := k.at.(*ssa.Call)
	if !ok || k.common != &c.Call {
		return false
	}
	return slices.ContainsFunc(*c.Referrers(), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.BinOp:
			return ref.Op == token.ADD && ref.Y == ssa.Value(c) && f.appended(ref) == nil
		case *ssa.MakeInterface:
			return slices.ContainsFunc(*ref.Referrers(), isHostVerb)
		}
		return false
	})
}

// isHostVerb reports whether a store is that of an argument of fmt.Sprintf which the format has
// behind a scheme, as the host.
func isHostVerb(instr ssa.Instruction) bool {
	store, ok := instr.(*ssa.Store)
	if !ok {
		return false
	}
	at, ok := store.Addr.(*ssa.IndexAddr)
	if !ok {
		return false
	}
	index, ok := at.Index.(*ssa.Const)
	if !ok {
		return false
	}
	for _, ref := range *at.X.Referrers() {
		list, ok := ref.(*ssa.Slice)
		if !ok {
			continue
		}
		for _, use := range *list.Referrers() {
			c, ok := use.(*ssa.Call)
			if !ok || c.Call.StaticCallee() == nil || c.Call.StaticCallee().String() != sprintfKey {
				continue
			}
			format, _ := constantText(c.Call.Args[0])
			scheme, rest, found := strings.Cut(format, "://")
			n := int(index.Int64()) - strings.Count(scheme, "%")
			if end := strings.IndexAny(rest, hostEnds); end >= 0 {
				rest = rest[:end]
			}
			return found && n >= 0 && n < strings.Count(rest, "%")
		}
	}
	return false
}
