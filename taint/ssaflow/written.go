package ssaflow

// This file finds values that the program has written itself, for all runs: package-level
// variables that only their declaration sets, patterns, and sets of constants.

import (
	"go/token"
	"regexp/syntax"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/taint"
)

// initial returns the value that the declaration of a package-level variable gives it,
// nil if the package sets it anywhere else, lets its address go, or if it is another
// package's.
func (p *program) initial(g *ssa.Global) ssa.Value {
	if g.Pkg != p.in.Pkg {
		return nil
	}
	if p.initials == nil {
		p.initials, p.handedOut, p.setElements = make(map[*ssa.Global]ssa.Value), make(map[*ssa.Global]bool), make(map[*ssa.Global]bool)
		changed := make(map[*ssa.Global]bool)
		for _, fn := range declared(p.in.Pkg) {
			if !isTest(fn) { // which may set it to what stands in for the real thing
				p.readGlobals(fn, changed)
			}
		}
		for g := range changed {
			delete(p.initials, g)
		}
	}
	return p.initials[g]
}

// readGlobals notes what fn does with package-level variables.
func (p *program) readGlobals(fn *ssa.Function, changed map[*ssa.Global]bool) {
	var operands []*ssa.Value
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			store, isStore := instr.(*ssa.Store)
			load, isLoad := instr.(*ssa.UnOp)
			for _, v := range instr.Operands(operands[:0]) {
				g, ok := (*v).(*ssa.Global)
				switch {
				case !ok:
				case isLoad && load.Op == token.MUL:
					p.handedOut[g] = p.handedOut[g] || !onlyLookedUp(load)
					p.setElements[g] = p.setElements[g] || setsElement(load, func(ssa.Value) bool { return true })
				case isStore && store.Addr == ssa.Value(g) && store.Val != ssa.Value(g) && fn.Synthetic != "" && fn.Name() == "init" && p.initials[g] == nil:
					p.initials[g] = store.Val
				default:
					changed[g] = true
				}
			}
		}
	}
}

// patternOf returns the text of a regular expression that is a constant, or is compiled from one.
func (p *program) patternOf(v ssa.Value) (text string, known bool) {
	if text, known = constantText(v); known {
		return text, true
	}
	if load, ok := v.(*ssa.UnOp); ok {
		if g, isGlobal := load.X.(*ssa.Global); isGlobal {
			v = p.initial(g)
		}
	}
	if first, ok := v.(*ssa.Extract); ok {
		v = first.Tuple
	}
	c, ok := v.(*ssa.Call)
	if !ok || c.Call.StaticCallee() == nil || !slices.Contains(compilers, c.Call.StaticCallee().String()) {
		return "", false
	}
	return constantText(c.Call.Args[0])
}

// compilers make regular expressions of texts.
var compilers = []string{"regexp.MustCompile", "regexp.Compile"}

// patternMarks returns the marks that a text has lost that matches a regular expression: none
// unless it is known, and either a pattern for the whole text, of letters, digits, - and _, and of dots,
// which may lead to another directory, or one that begins with the host of a URL.
func patternMarks(text string, known bool) (lost taint.Labels) {
	if !known {
		return nil
	}
	re, err := syntax.Parse(text, syntax.Perl)
	if err != nil || re.Op != syntax.OpConcat || re.Sub[0].Op != syntax.OpBeginText {
		return nil
	}
	if matchesHost(re.Sub[1:]) {
		lost = taint.Labels{taint.MarkURL}
	}
	if re.Sub[len(re.Sub)-1].Op != syntax.OpEndText {
		return lost
	}
	var has alphabet
	has.addMatched(re)
	dash, _ := mayBeginDash(re)
	return lost.Union(has.marks(dash))
}

// isWritten reports whether all keys of the map v are constants: it is the value of a
// package-level variable, or is made in the function, and nobody else can add to it.
func (p *program) isWritten(v ssa.Value) bool {
	if load, ok := v.(*ssa.UnOp); ok {
		g, isGlobal := load.X.(*ssa.Global)
		if !isGlobal || load.Op != token.MUL || token.IsExported(g.Name()) {
			return false
		}
		m, ok := p.initial(g).(*ssa.MakeMap)
		return ok && !p.handedOut[g] && constantKeys(m, g)
	}
	m, ok := v.(*ssa.MakeMap)
	return ok && constantKeys(m, nil)
}

// constantKeys reports whether a map gets constant keys only, and goes nowhere but into
// the variable g.
func constantKeys(m *ssa.MakeMap, g *ssa.Global) bool {
	for _, ref := range *m.Referrers() {
		switch ref := ref.(type) {
		case *ssa.MapUpdate:
			if _, known := constantText(ref.Key); !known || ref.Value == ssa.Value(m) {
				return false
			}
		case *ssa.Store:
			if g == nil || ref.Addr != ssa.Value(g) {
				return false
			}
		case *ssa.Lookup, *ssa.Range, *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}

// onlyLookedUp reports whether nothing is done with a map but to look keys up and to
// range over it.
func onlyLookedUp(m ssa.Value) bool {
	for _, ref := range *m.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Lookup, *ssa.Range, *ssa.DebugRef:
		case *ssa.Call:
			if b, ok := ref.Call.Value.(*ssa.Builtin); !ok || b.Name() != "len" {
				return false
			}
		default:
			return false
		}
	}
	return true
}
