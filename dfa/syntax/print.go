package syntax

// This file writes rules and formulas. Parsing what it writes gives the same
// again.

import (
	"slices"
	"strconv"
	"strings"
)

// String returns r as it is written, on one line.
func (r *Rule) String() string {
	var b strings.Builder
	r.print(&b)
	return b.String()
}

func (r *Rule) print(b *strings.Builder) {
	o := make([]string, len(r.Operands))
	for i, f := range r.Operands {
		o[i] = printOperand(f)
	}
	n := strconv.Itoa(r.N)
	switch r.Form {
	case FormAnd, FormOr:
		for i, arg := range r.Args {
			if i > 0 {
				b.WriteString(map[Form]string{FormAnd: " AND ", FormOr: " OR "}[r.Form])
			}
			b.WriteByte('(')
			arg.print(b)
			b.WriteByte(')')
		}
	case FormFormula:
		b.WriteString("ltlf: " + r.Operands[0].String())
	case FormNever:
		b.WriteString("G !" + o[0])
	case FormResponse:
		b.WriteString(strings.Join(o, " -> F "))
	case FormWithin:
		b.WriteString(o[0] + " -> F[<=" + n + "] " + o[1])
	case FormUntil:
		b.WriteString(o[0] + " U " + o[1])
	case FormBefore:
		b.WriteString(o[0] + " before " + o[1])
	case FormBeforeEach:
		b.WriteString(o[0] + " before each " + o[1])
	case FormNeverAfter:
		b.WriteString("never " + o[0] + " after " + o[1])
	case FormAtMost:
		b.WriteString("at most " + n + " " + o[0])
	case FormAtLeast:
		b.WriteString("at least " + n + " " + o[0] + " before " + o[1])
	case FormBetween:
		b.WriteString(o[0] + " only between " + o[1] + " and " + o[2])
	default:
		b.WriteString(r.Form.String())
	}
}

// printOperand writes f as an operand of a pattern.
func printOperand(f *Formula) string {
	switch f.Op {
	case OpAtom:
		return f.Atom.print(patternWords)
	case OpNot:
		return "!" + printOperand(f.Args[0])
	}
	return "(" + f.String() + ")"
}

// String returns f as it is written, with the parentheses that it needs.
func (f *Formula) String() string {
	var b strings.Builder
	f.print(&b, 0)
	return b.String()
}

// print writes f as an operand of an operator with the given precedence.
func (f *Formula) print(b *strings.Builder, outer int) {
	level := f.Op.level()
	switch {
	case f.Op == OpAtom:
		b.WriteString(f.Atom.print(formulaWords))
	case f.Op == OpTrue || f.Op == OpFalse:
		b.WriteString(f.Op.String())
	case level == 0:
		b.WriteString(f.Op.String())
		if f.Bounded {
			b.WriteString("[<=" + strconv.Itoa(f.K) + "]")
		}
		if f.Op != OpNot {
			b.WriteByte(' ')
		}
		f.Args[0].print(b, tightest+1)
	default:
		if level < outer {
			b.WriteByte('(')
			defer b.WriteByte(')')
		}
		left, right := level, level+1
		if f.Op.rightToLeft() {
			left, right = level+1, level
		}
		f.Args[0].print(b, left)
		b.WriteString(" " + f.Op.String() + " ")
		f.Args[1].print(b, right)
	}
}

// String returns a as it is written in a formula.
func (a *Atom) String() string { return a.print(formulaWords) }

// print writes a, in quotes where it would be one of the reserved words.
func (a *Atom) print(reserved []string) string {
	var b strings.Builder
	switch a.Kind {
	case AtomHuman:
		return "human"
	case AtomTag:
		if slices.Contains(reserved, a.Name) || a.Name == "human" || a.Name == "true" || a.Name == "false" || strings.Contains(a.Name, ":") {
			return quote(a.Name)
		}
	default:
		b.WriteString(a.Kind.String() + ":")
	}
	if word := b.String() + a.Name; wordLen(word) == len(word) && (a.glob() || !isGlob(a.Name)) {
		b.WriteString(a.Name)
	} else {
		b.WriteString(quote(a.Name))
	}
	for i, t := range a.Tests {
		b.WriteString(map[bool]string{true: "(", false: ", "}[i == 0])
		b.WriteString(t.String())
	}
	if len(a.Tests) > 0 {
		b.WriteByte(')')
	}
	return b.String()
}

// String returns t as it is written.
func (t Test) String() string {
	if t.Of != nil {
		return t.Path + " " + t.Op.String() + " " + t.Of.String()
	}
	return t.Path + " " + t.Op.String() + " " + t.Value.String()
}

// String returns v as it is written.
func (v Value) String() string {
	switch v.Kind {
	case ValueNumber:
		return strconv.FormatFloat(v.Number, 'f', -1, 64)
	case ValueString:
		return quote(v.Text)
	case ValueBool:
		return strconv.FormatBool(v.Bool)
	}
	return "invalid"
}

func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}
