package syntax

// This file has the values that are kept from one call for later ones: (account == account of tool:pay).

import "strings"

// A Kept names values of earlier calls: what one argument of each was, or what a part of its result was.
// All of them are kept, from all earlier calls of the run that Call matches.
type Kept struct {
	Path   string // in the arguments or the result; "" is the whole result
	Result bool
	Call   *Atom // of AtomTool, with tests of constants only
}

// Equal reports whether k and l are the same but for positions.
func (k *Kept) Equal(l *Kept) bool {
	if k == nil || l == nil {
		return k == l
	}
	return k.Path == l.Path && k.Result == l.Result && k.Call.Equal(l.Call)
}

// The words in front of paths. An argument that is called like one of them stands behind args.
const (
	wordOf     = "of"
	wordResult = "result"
	wordArgs   = "args"
)

// String returns k as it is written: "result.id of tool:create".
func (k *Kept) String() string {
	path := k.Path
	switch first, _ := firstName(path); {
	case k.Result && (path == "" || path[0] == '[' || path[0] == '{'):
		path = wordResult + path
	case k.Result:
		path = wordResult + "." + path
	case first == wordResult || first == wordArgs:
		path = wordArgs + "." + path
	}
	return path + " " + wordOf + " " + k.Call.String()
}

// Kept returns the test of a that compares with values of earlier calls, nil if there is none.
func (a *Atom) Kept() *Test {
	for i := range a.Tests {
		if a.Tests[i].Of != nil {
			return &a.Tests[i]
		}
	}
	return nil
}

// Plain returns a without the test that Kept returns.
func (a *Atom) Plain() *Atom {
	if a.Kept() == nil {
		return a
	}
	plain := *a
	plain.Tests = nil
	for _, t := range a.Tests {
		if t.Of == nil {
			plain.Tests = append(plain.Tests, t)
		}
	}
	return &plain
}

// Named returns the atoms of r, and those of earlier calls that they name, each once.
func (r *Rule) Named() []*Atom {
	list := r.Atoms()
	for _, a := range r.Atoms() {
		if t := a.Kept(); t != nil {
			list = (&Formula{Op: OpAtom, Atom: t.Of.Call}).atoms(list)
		}
	}
	return list
}

// firstName takes the first name off a path.
func firstName(path string) (name, rest string) {
	if i := strings.IndexAny(path, ".[{"); i >= 0 {
		return path[:i], path[i:]
	}
	return path, ""
}

// kept reads "PATH of tool:NAME", if it is there.
func (p *parser) kept(s *scanner) *Kept {
	at := *s
	pos := s.pos()
	path := s.take(isPathByte)
	s.skipSpace()
	if path == "" || s.take(isWordByte) != wordOf {
		*s = at
		return nil
	}
	p.enter()
	defer p.leave()
	k := p.keptPath(path, pos)
	s.skipSpace()
	call := s.pos()
	n := wordLen(s.text[s.at:])
	s.at += n
	t, err := s.word(call)
	if err != nil {
		err.Text = p.text
		panic(err)
	}
	if n == 0 {
		p.fail(call, CodeTest, "want the call that %s is of, as in (account == account of tool:pay)", path)
	}
	if k.Call = p.newAtom(t); k.Call.Kind != AtomTool {
		p.fail(call, CodeTest, "only tool:NAME has arguments and a result")
	}
	if inner := k.Call.Kept(); inner != nil {
		p.fail(inner.Pos, CodeTest, "the earlier call may be tested with constants only")
	}
	return k
}

func (p *parser) keptPath(path string, pos Pos) *Kept {
	first, rest := firstName(path)
	switch {
	case first == wordResult:
		return &Kept{Result: true, Path: strings.TrimPrefix(rest, ".")}
	case first == wordArgs && len(rest) > 1 && rest[0] == '.':
		return &Kept{Path: rest[1:]}
	case first == wordArgs:
		p.fail(pos, CodeTest, "want args.NAME, with the name of an argument")
	case first == "":
		p.fail(pos, CodeTest, "want the name of an argument in front of of")
	case strings.EqualFold(first, wordResult) || strings.EqualFold(first, wordArgs):
		p.fail(pos, CodeTest, "write %s for what the call was given or returned, or args.%s for an argument of that name", strings.ToLower(first), first)
	}
	return &Kept{Path: path}
}
