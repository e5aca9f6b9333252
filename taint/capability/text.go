package capability

// This file finds the texts that values may be, such as statements of SQL, as far as the package shows.

import (
	"cmp"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
)

// maxTexts is how many texts an argument may be, maxText how long one is, or each of its statements.
const maxTexts, maxText = 24, 160

// A given is a parameter, or a field of the struct that it is or points to.
type given struct {
	param int
	field string
}

// texts returns the texts and numbers that an argument may be, and the parameters that it may
// be. A text of which nothing is known is a question mark.
func (o *origins) texts(v ssa.Value) (texts []Text, params []given) {
	leaves, rest := o.leaves(v)
	for n := 0; n < len(leaves) && n < maxLeaves; n++ {
		leaf := leaves[n]
		if p, ok := leaf.(*ssa.Parameter); ok {
			if n := paramIndex(p, v); n >= 0 {
				params = append(params, given{param: n})
				continue
			}
		}
		if p, field, stored, ok := fieldOf(leaf); ok {
			if n := paramIndex(p, v); n >= 0 {
				params = append(params, given{n, field})
				for _, s := range stored {
					more, open := o.leaves(s)
					leaves, rest = append(leaves, more...), rest || open
				}
				continue
			}
		}
		texts = append(texts, o.choices(leaf)...)
	}
	texts = distinct(texts)
	if rest || len(leaves) > maxLeaves || len(texts) > maxTexts {
		texts = append(texts[:min(len(texts), maxTexts)], Text{Text: "?"})
	}
	slices.SortFunc(params, func(a, b given) int { return cmp.Or(cmp.Compare(a.param, b.param), cmp.Compare(a.field, b.field)) })
	return texts, slices.Compact(params)
}

// distinct returns texts, each once, as they come.
func distinct(texts []Text) []Text {
	var out []Text
	for _, t := range texts {
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// choices returns the texts that a leaf may be: more than one where it begins with an entry of a table. Of one that is made of itself, as in
// a loop, nothing is known, and of a number no more than text says.
func (o *origins) choices(leaf ssa.Value) []Text {
	if known, ok := o.chosen[leaf]; ok {
		return known
	}
	text := o.text(leaf)
	o.chosen[leaf] = []Text{text}
	if isText(leaf.Type()) && !text.Known && (text.Text == "" || text.Text[0] == '?') {
		o.chosen[leaf] = o.begins(leaf)
	}
	return o.chosen[leaf]
}

// begins is choices for a leaf of which text does not say how it begins.
func (o *origins) begins(leaf ssa.Value) (out []Text) {
	if sum, ok := leaf.(*ssa.BinOp); ok && sum.Op == token.ADD {
		begun, params := o.texts(sum.X)
		if len(params) > 0 {
			begun = append(begun, Text{Text: "?"})
		}
		y := o.single(sum.Y)
		for _, x := range begun {
			out = append(out, Text{x.Text + y.Text, x.Known && y.Known})
		}
		return out
	}
	if c, ok := leaf.(*ssa.Call); ok && calls(c, plainly...) {
		out, params := o.texts(c.Call.Args[0])
		if len(params) > 0 {
			out = append(out, Text{Text: "?"})
		}
		return out
	}
	found, rest := o.listed(leaf)
	for _, v := range found {
		out = append(out, o.text(v))
	}
	if rest {
		out = append(out, Text{Text: "?"})
	}
	return out
}

// verb is a verb of fmt.
var verb = regexp.MustCompile(`%[-+# 0-9.*\[\]]*[a-zA-Z]`)

// text returns what is known of the text that a leaf is. Of one that is made of itself, as in
// a loop, nothing is.
func (o *origins) text(leaf ssa.Value) Text {
	if known, ok := o.said[leaf]; ok {
		return known
	}
	o.said[leaf] = Text{Text: "?"}
	text := o.compose(leaf)
	if len(text.Text) > maxText {
		text = Text{Text: abridged(text.Text)}
	}
	o.said[leaf] = text
	return text
}

// abridged returns the beginning of a long text, and of each statement that it has, if it is SQL.
func abridged(text string) string {
	parts := library.Statements(text)
	for i, part := range parts {
		if len(part) > maxText {
			parts[i] = part[:maxText] + "?"
		}
	}
	return strings.Join(parts, "; ") + "?"
}

func (o *origins) compose(leaf ssa.Value) Text {
	switch v := leaf.(type) {
	case *ssa.Const:
		if v.Value == nil {
			break
		}
		text := v.Value.ExactString()
		if v.Value.Kind() == constant.String {
			text = constant.StringVal(v.Value)
		}
		return Text{text, true}
	case *ssa.Convert:
		return o.single(v.X)
	case *ssa.BinOp:
		if v.Op == token.ADD {
			x, y := o.single(v.X), o.single(v.Y)
			return Text{x.Text + y.Text, x.Known && y.Known}
		}
	case *ssa.Call:
		return o.returned(v)
	}
	return Text{Text: "?"}
}

// plainly are the functions whose result does what their argument does.
var plainly = []string{"strings.TrimSpace", "strings.ToUpper", "strings.ToLower"}

// returned returns the text that a call returns.
func (o *origins) returned(c *ssa.Call) Text {
	unknown := Text{Text: "?"}
	fn := c.Call.StaticCallee()
	if fn == nil {
		return unknown
	}
	if calls(c, plainly...) {
		return o.single(c.Call.Args[0])
	}
	switch fn.String() {
	case "fmt.Sprintf":
		return o.formatted(c)
	case "strings.Join":
		return o.joined(c)
	case "(*strings.Builder).String", "(*bytes.Buffer).String":
		return o.begun(c)
	}
	if fn.Pkg == nil || fn.Pkg != c.Parent().Pkg || len(fn.Blocks) == 0 {
		return unknown
	}
	// One of the package: the text that it returns whatever it is given.
	text := unknown
	for n, ret := range returns(fn) {
		at := o.single(ret.Results[0])
		if n > 0 && at != text {
			return unknown
		}
		text = at
	}
	return text
}

// returns returns the instructions by which a function returns.
func returns(fn *ssa.Function) (out []*ssa.Return) {
	for _, b := range fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(ret.Results) > 0 {
			out = append(out, ret)
		}
	}
	return out
}

// formatted returns the text that a call of fmt.Sprintf makes: what its plain verbs stand for is in it, as far as that is known.
func (o *origins) formatted(c *ssa.Call) Text {
	format := o.single(c.Call.Args[0])
	list, size := written(c.Call.Args[1])
	verbs, n := verb.FindAllString(format.Text, -1), 0
	plain := format.Known && size == len(verbs) && !slices.ContainsFunc(verbs, func(v string) bool { return v != "%s" && v != "%v" && v != "%d" && v != "%q" })
	return Text{Text: verb.ReplaceAllStringFunc(format.Text, func(at string) string {
		n++
		if !plain || at == "%q" {
			return "?"
		}
		return o.single(unboxed(element(list, n-1))).Text
	})}
}

// joined returns the text that a call of strings.Join makes of a list that is written in it.
func (o *origins) joined(c *ssa.Call) Text {
	list, size := written(c.Call.Args[0])
	if size == 0 {
		return Text{Text: "?"}
	}
	out, sep := Text{Known: true}, o.single(c.Call.Args[1])
	for n := range size {
		if n > 0 {
			out = Text{out.Text + sep.Text, out.Known && sep.Known}
		}
		part := o.single(element(list, n))
		out = Text{out.Text + part.Text, out.Known && part.Known}
	}
	return out
}

// written returns a list that is written where it is used, and for nothing else, and how many elements it has; 0 for another one.
func written(v ssa.Value) (list *ssa.Slice, size int) {
	list, ok := v.(*ssa.Slice)
	if !ok || list.Low != nil || list.High != nil || len(*list.Referrers()) != 1 {
		return nil, 0
	}
	array, ok := list.X.(*ssa.Alloc)
	if !ok {
		return nil, 0
	}
	t, ok := array.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array)
	if !ok {
		return nil, 0
	}
	return list, int(t.Len())
}

// begun returns the text of a builder, of which the beginning is known: what is written into it before anything else.
func (o *origins) begun(c *ssa.Call) Text {
	uses, ok := usesOf(c.Call.Args[0])
	uses = slices.DeleteFunc(uses, func(use *ssa.Call) bool {
		return use == c || calls(use, "(*strings.Builder).Grow", "(*bytes.Buffer).Grow", "(*strings.Builder).Len", "(*bytes.Buffer).Len")
	})
	n := slices.IndexFunc(uses, func(use *ssa.Call) bool {
		return precedes(use, c) && !slices.ContainsFunc(uses, func(other *ssa.Call) bool { return other != use && !precedes(use, other) })
	})
	if !ok || n < 0 {
		return Text{Text: "?"}
	}
	switch first := uses[n]; {
	case calls(first, "(*strings.Builder).WriteString", "(*bytes.Buffer).WriteString"):
		return Text{Text: o.single(first.Call.Args[1]).Text + "?"}
	case calls(first, "fmt.Fprintf"):
		return Text{Text: verb.ReplaceAllString(o.single(first.Call.Args[1]).Text, "?") + "?"}
	}
	return Text{Text: "?"}
}

// usesOf returns the calls that get a local variable, also in an interface; ok is false if it is used in another way.
func usesOf(v ssa.Value) (uses []*ssa.Call, ok bool) {
	if _, isLocal := v.(*ssa.Alloc); !isLocal {
		return nil, false
	}
	for work := []ssa.Value{v}; len(work) > 0; {
		at := work[0]
		work = work[1:]
		for _, ref := range *at.Referrers() {
			switch ref := ref.(type) {
			case *ssa.Call:
				uses = append(uses, ref)
			case *ssa.MakeInterface:
				work = append(work, ref)
			case *ssa.DebugRef:
			default:
				return nil, false
			}
		}
	}
	return uses, true
}

// unboxed returns what is in an interface.
func unboxed(v ssa.Value) ssa.Value {
	if box, ok := v.(*ssa.MakeInterface); ok {
		return box.X
	}
	return v
}

// element returns the element of a list at an index, nil if the list has none that is seen to be stored there once.
func element(list *ssa.Slice, index int) (v ssa.Value) {
	for _, ref := range *list.X.Referrers() {
		at, ok := ref.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		if n, isConst := at.Index.(*ssa.Const); !isConst || n.Int64() != int64(index) {
			continue
		}
		for _, ref := range *at.Referrers() {
			if s, ok := ref.(*ssa.Store); ok {
				if v != nil {
					return nil
				}
				v = s.Val
			}
		}
	}
	return v
}

// single returns the text that a part of a text is, if it is but one.
func (o *origins) single(v ssa.Value) Text {
	if leaves, rest := o.leaves(v); len(leaves) == 1 && !rest {
		return o.text(leaves[0])
	}
	return Text{Text: "?"}
}
