package ssaflow

// This file looks at the arguments of a call as the source writes them.

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/taint"
)

// operand returns the argument of k that the user counts as index, nil if it does
// not stand in the function.
func (k *call) operand(index int) ssa.Value {
	if k.common == nil || index < 0 {
		return nil
	}
	if !k.common.IsInvoke() && k.common.Signature().Recv() != nil {
		index++
	}
	if index >= len(k.common.Args) {
		return nil
	}
	return k.common.Args[index]
}

// receiver returns what k calls a method of that is known, nil if it calls none, or one of a callee.
func (k *call) receiver() ssa.Value {
	if k.common == nil || k.common.IsInvoke() || k.common.Signature().Recv() == nil {
		return nil
	}
	return k.common.Args[0]
}

// shown returns which of the arguments of a call in a callee the user counts as index, -1 if it is not one.
func (k *call) shown(index int) int {
	if k.received && index >= 0 {
		index++
	}
	if k.common != nil || index >= len(k.args) {
		return -1
	}
	return index
}

// listed returns the values of argument n, counted as in args, if it is a list that is
// written in the call; else nil.
func (k *call) listed(n int) []ssa.Value {
	if k.common == nil || !k.common.Signature().Variadic() || n != len(k.args)-1 || n < 0 {
		return nil
	}
	out, _ := variadic(k.common.Args[len(k.common.Args)-1])
	return out
}

// argument returns argument n, counted as in args, as the call shows it, nil if it does not.
func (k *call) argument(n int) ssa.Value {
	if k.common == nil {
		return nil
	}
	n -= len(k.args) - len(k.common.Args)
	if n < 0 || n >= len(k.common.Args) {
		return nil
	}
	return k.common.Args[n]
}

// constantText returns the string that v is, if it is a constant.
func constantText(v ssa.Value) (string, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(c.Value), true
}

// appended returns what the right operand of + loses: behind something that has the
// host of a URL in it, text is no part of the host. A variable is taken to have it.
func (f *frame) appended(i *ssa.BinOp) taint.Labels {
	basic, ok := under(i.Type()).(*types.Basic)
	if i.Op != token.ADD || !ok || basic.Info()&types.IsString == 0 {
		return nil
	}
	ends := ""
	if f.endsHost(i.Y) {
		ends = "/"
	}
	direct := true // what stands directly before: "://", say
	for left := i.X; ; direct = false {
		join, ok := left.(*ssa.BinOp)
		ok = ok && join.Op == token.ADD
		part := left
		if ok {
			part = join.Y
		}
		if f.allTexts(f.fn, part, func(text string) bool {
			return namesHost(behindMarks(text)+ends) || direct && strings.HasSuffix(text, "\x00")
		}) {
			return taint.Labels{taint.MarkURL}
		}
		if !ok {
			return nil
		}
		left = join.X
	}
}

// endsHost reports whether a text begins with what ends the host of a URL.
func (f *frame) endsHost(v ssa.Value) bool {
	return isRooted(v) || f.allTexts(f.fn, v, func(text string) bool {
		return text != "" && strings.Contains(hostEnds, text[:1])
	})
}

// writers add a text to what has been written before.
var writers = []string{"strings.Builder.WriteString", "bytes.Buffer.WriteString"}

// behindWritten returns what a text loses that k adds to a builder of the function's own, where a
// text with the host of a URL in it stands before it.
func (f *frame) behindWritten(k *call, key string) (lost taint.Labels) {
	c, ok := k.at.(*ssa.Call)
	if !ok || k.common != &c.Call || !slices.Contains(writers, key) {
		return nil
	}
	to, ok := c.Call.Args[0].(*ssa.Alloc)
	if !ok {
		return nil
	}
	for _, ref := range *to.Referrers() {
		before, ok := ref.(*ssa.Call)
		if !ok || before.Call.StaticCallee() == nil {
			continue
		}
		switch fn := before.Call.StaticCallee(); {
		case fn.Name() == "Reset" || fn.Name() == "Truncate":
			return nil
		case fn == c.Call.StaticCallee() && before != c && f.memory.precedes(before, c) &&
			f.allTexts(f.fn, before.Call.Args[1], func(text string) bool { return namesHost(behindMarks(text)) }):
			lost = taint.Labels{taint.MarkURL}
		}
	}
	return lost
}

// hostEnds are the characters that end the host of a URL (RFC 3986, section 3.2).
const hostEnds = "/?#"

// namesHost reports whether what follows text is no part of a URL's host: text has
// the host in it, or has no scheme and is a path or a query.
func namesHost(text string) bool {
	_, rest, scheme := strings.Cut(text, "://")
	if scheme {
		text = rest
	}
	return strings.ContainsAny(text, hostEnds) || !scheme && isAddress(text)
}

// isAddress reports whether a text is a host without a scheme, with the port to come.
func isAddress(text string) bool {
	host, ok := strings.CutSuffix(text, ":")
	return ok && !slices.Contains([]string{"http", "https", "ws", "wss", "ftp"}, host)
}

// sprintf moves each argument of fmt.Sprintf by itself, if the call shows them: what
// comes behind the host of a URL is no part of it.
func (f *frame) sprintf(k *call, name string) bool {
	if k.common == nil || len(k.common.Args) != 2 {
		return false
	}
	format, known := f.format(k.common.Args[0])
	args, listed := variadic(k.common.Args[1])
	if !known || !listed {
		return false
	}
	before := hostVerbs(format)
	values := make([]ssa.Value, len(args))
	for n, a := range args {
		values[n] = f.unboxed(a)
	}
	quoted := inQuotes(format, values)
	for n, a := range args {
		v := values[n]
		from := f.shown(k, sprintfKey, place{loc: f.value(v), typ: v.Type(), value: v})
		e := f.edgeAt(k, taint.OpReturn, name, from, k.result)
		e.fromDeep = true
		switch {
		case isNumber(a):
			e.drop = numberMarks
		case n >= before:
			e.drop = taint.Labels{taint.MarkURL}
		}
		if isQuoted(format, n) {
			e.drop = e.drop.Union(taint.Labels{taint.MarkOf("script")}).Union(noOption)
		}
		e.drop = e.drop.Union(besideVerbs(format, n)).Union(quoted[n])
		e.putIn(openAt(format, n), f, v)
		if texts := betweenVerbs(format); n+1 < len(texts) {
			e.asWord(f, []string{strings.Join(texts[:n+1], anyText[0])}, v)
		}
		f.edges = append(f.edges, e)
	}
	return true
}

// format returns the text of a format: a constant, or a variable of the package that nothing but its declaration sets.
func (f *frame) format(v ssa.Value) (text string, known bool) {
	if text, known = constantText(v); known {
		return text, true
	}
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return "", false
	}
	g, ok := load.X.(*ssa.Global)
	if !ok || token.IsExported(g.Name()) || f.initial(g) == nil {
		return "", false
	}
	return constantText(f.initial(g))
}

// unboxed returns what v has in it, if it is an interface value that has just been made: v
// itself is one of a list, and what interface values of a list hold is one location. Of a
// value with fields that are sources, the interface value knows.
func (f *frame) unboxed(v ssa.Value) ssa.Value {
	if m, ok := v.(*ssa.MakeInterface); ok && len(f.holdings(m.X.Type())) == 0 {
		return m.X
	}
	return v
}

// numberMarks are the marks that a number has lost.
var numberMarks = func() (out taint.Labels) {
	for _, kind := range taint.Marked {
		out = append(out, taint.MarkOf(kind))
	}
	return append(out, taint.MarkDash, taint.MarkFolder, taint.MarkLine, taint.MarkMeta)
}()

// pathMarks are the marks that a path has lost which leads nowhere but below a folder of the
// program.
var pathMarks = taint.Labels{taint.MarkFolder, taint.MarkOf("path")}

// nameOnly are the marks that the name of a file in a folder has lost: nobody looks for links there that the program has not made.
var nameOnly = taint.Labels{taint.MarkOf(taint.KindLink), taint.MarkOf("path")}

// waysOut are those, and the marks of the ways in which a path may lead elsewhere.
var waysOut = pathMarks.Union(taint.Labels{markNoParent, markNotUp, markRooted})

// isNumber reports whether v is a number or a truth value in an interface.
func isNumber(v ssa.Value) bool {
	m, ok := v.(*ssa.MakeInterface)
	if !ok {
		return false
	}
	basic, ok := m.X.Type().Underlying().(*types.Basic)
	return ok && basic.Info()&(types.IsNumeric|types.IsBoolean) != 0
}

// isPlainNumber reports whether values of a type are numbers or truth values, and no characters of a text.
func isPlainNumber(t types.Type) bool {
	if t == nil {
		return false
	}
	basic, ok := t.Underlying().(*types.Basic)
	if !ok || basic.Info()&(types.IsNumeric|types.IsBoolean) == 0 {
		return false
	}
	switch basic.Kind() {
	case types.Uint8, types.Int32, types.Uint16: // parts of a text
		return false
	}
	return true
}

// hostVerbs returns how many verbs of a format stand where the host of a URL may.
func hostVerbs(format string) int {
	if strings.Contains(format, "[") || strings.Contains(format, "*") {
		return strings.Count(format, "%") // arguments may come in any order
	}
	scheme, rest, ok := strings.Cut(strings.ReplaceAll(format, "%%", ""), "://")
	if !ok {
		scheme, rest = "", scheme
	}
	if end := strings.IndexAny(rest, hostEnds); end >= 0 {
		rest = rest[:end]
	}
	return strings.Count(scheme, "%") + strings.Count(rest, "%")
}

// isQuoted reports whether a format has the verb %q for argument n, which makes one literal of a
// script of it.
func isQuoted(format string, n int) bool {
	if strings.Contains(format, "[") || strings.Contains(format, "*") {
		return false // arguments may come in any order
	}
	parts := strings.Split(strings.ReplaceAll(format, "%%", ""), "%")
	return n+1 < len(parts) && strings.HasPrefix(parts[n+1], "q")
}

// variadic returns the values of a list that is written in a call: what go/ssa
// stores into an array of its own, in order.
func variadic(v ssa.Value) ([]ssa.Value, bool) {
	if c, ok := v.(*ssa.Const); ok && c.IsNil() {
		return nil, true
	}
	s, ok := v.(*ssa.Slice)
	if !ok {
		return nil, false
	}
	array, ok := s.X.(*ssa.Alloc)
	if !ok || array.Comment != "varargs" {
		return nil, false
	}
	byIndex := make(map[int64]ssa.Value)
	for _, ref := range *array.Referrers() {
		at, ok := ref.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		n, ok := at.Index.(*ssa.Const)
		if !ok {
			return nil, false
		}
		for _, use := range *at.Referrers() {
			if store, ok := use.(*ssa.Store); ok && store.Addr == at {
				byIndex[n.Int64()] = store.Val
			}
		}
	}
	out := make([]ssa.Value, 0, len(byIndex))
	for n := range int64(len(byIndex)) {
		if byIndex[n] == nil {
			return nil, false
		}
		out = append(out, byIndex[n])
	}
	return out, true
}
