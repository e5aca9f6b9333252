package library

// This file defines rows of what libraries do to the world.

import (
	"go/types"
	"path"
	"regexp"
	"slices"
	"strings"
)

// An Effect is what somebody needs who calls a function, or a method of an interface, or who
// makes a value of a type, by a literal or with new.
//
//	may FUNC CAPABILITIES [where=…]
//	may FUNC none
//
// CAPABILITIES are dotted names, separated by |. In one of them, `{0}` stands for argument 0,
// a constant: of a program it is the name without its folder. The condition is that of Data,
// without a list; the text that it looks at may have a question mark where it is not known,
// and white space around it does not count. A row without a condition counts where none with
// one does. A function that needs `none` needs nothing of its own, whatever its body does: it
// goes on with what somebody has got hold of before.
//
// FUNC may be a pattern, and so may the path of its package on a `root` or a `package` line: MatchesName and MatchesPath say of
// what. Rows with the name itself count before those with a pattern of it, a longer pattern before a shorter one, and all that is
// said of the package itself before what is said of a pattern of its path.
//
//	may Open   fs.read
//	may Get    net.read where=0:get|head
//	may Get    net
//	may Run    exec.{0}
//	may *Client.Get* net.read
type Effect struct {
	Head
	Capabilities []string // sorted, each once; empty for none
	Where        *Where   // nil for every call
}

// noCapability stands where a row says that its function needs nothing.
const noCapability = "none"

// placeholder is a capability that ends in an argument.
var placeholder = regexp.MustCompile(`^[^{}]+\.\{[0-9]\}$`)

func readEffect(p *reader, h Head) Row {
	at := p.rest[0]
	r := &Effect{Head: h, Capabilities: p.labels(), Where: p.where()}
	if slices.Equal(r.Capabilities, []string{noCapability}) && r.Where == nil {
		r.Capabilities = nil
	}
	for _, c := range r.Capabilities {
		if c == noCapability {
			p.fail(at.errorf("want %s alone, without a condition, got %q", noCapability, at.text))
		}
		if strings.HasPrefix(c, ".") || strings.HasSuffix(c, ".") || strings.Contains(c, "..") {
			p.fail(at.errorf("want a dotted name, as in fs.read, got %q", c))
		}
		if strings.ContainsAny(c, "{}") && !placeholder.MatchString(c) {
			p.fail(at.errorf("want {0} or another argument at the end, got %q", c))
		}
	}
	if r.Where != nil && r.Where.List {
		p.fail(at.errorf("a %s takes no condition on a list", r.Verb))
	}
	return r
}

// Argument returns the argument that the row asks for, -1 if it asks for none.
func (r *Effect) Argument() int {
	if r.Where != nil {
		return r.Where.Index
	}
	for _, c := range r.Capabilities {
		if _, rest, ok := strings.Cut(c, "{"); ok {
			return int(rest[0] - '0')
		}
	}
	return -1
}

// Needs returns the capabilities that rows of one function say a call of it needs, whose
// argument is text as far as it is known: see Effect. Of several statements for a database, it needs what each does.
func Needs(rows []*Effect, text func(arg int) (text string, known bool)) (out []string) {
	for _, r := range rows {
		if r.Where == nil || !strings.HasPrefix(r.Capabilities[0], "db.") {
			continue
		}
		whole, known := text(r.Where.Index)
		parts := Statements(whole)
		switch {
		case known && strings.TrimSpace(whole) == "": // nothing runs
			return nil
		case len(parts) == 0:
			return needs(rows, text)
		}
		for _, part := range parts {
			for _, c := range needs(rows, func(int) (string, bool) { return part, known }) {
				if !slices.Contains(out, c) {
					out = append(out, c)
				}
			}
		}
		return out
	}
	return needs(rows, text)
}

func needs(rows []*Effect, text func(arg int) (text string, known bool)) (out []string) {
	add := func(r *Effect) {
		for _, c := range r.Capabilities {
			out = append(out, filled(c, text))
		}
	}
	for _, r := range rows {
		if r.Where == nil {
			continue
		}
		if s, known := text(r.Where.Index); r.Where.Matches(strings.TrimSpace(s), known) {
			add(r)
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, r := range rows {
		if r.Where == nil {
			add(r)
		}
	}
	return out
}

// filled returns a capability with the argument that it has a place for, or without its last
// part if that is not known.
func filled(capability string, text func(arg int) (string, bool)) string {
	above, rest, ok := strings.Cut(capability, ".{")
	if !ok {
		return capability
	}
	s, known := text(int(rest[0] - '0'))
	name := strings.ToLower(Program(path.Clean(s)))
	if !known || name == "" || strings.ContainsAny(name, ". |,\n\t") {
		return above
	}
	return above + "." + name
}

// Lacks returns what obj has not that r takes it to have, "" for nothing.
func (r *Effect) Lacks(obj types.Object) string {
	fn, ok := obj.(*types.Func)
	switch n := r.Argument(); {
	case ok && n >= fn.Signature().Params().Len():
		return "argument"
	case !ok && n >= 0:
		return "arguments"
	}
	if _, isVar := obj.(*types.Var); isVar {
		return "function or type"
	}
	return ""
}
