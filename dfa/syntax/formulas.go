package syntax

// This file reads formulas.

// precedence of the operators with two operands; those of one bind closer.
var precedence = map[string]struct {
	op    Op
	level int
}{
	"<->": {OpIff, 1}, "->": {OpImplies, 2}, "||": {OpOr, 3}, "&&": {OpAnd, 4},
	"U": {OpUntil, 5}, "W": {OpWeakUntil, 5}, "R": {OpRelease, 5}, "S": {OpSince, 5},
}

const tightest = 5

// rightToLeft reports whether f op g op h means f op (g op h).
func (op Op) rightToLeft() bool {
	switch op {
	case OpImplies, OpUntil, OpWeakUntil, OpRelease, OpSince:
		return true
	}
	return false
}

// level returns the precedence of op, 0 if it does not have two operands.
func (op Op) level() int {
	if p, ok := precedence[op.String()]; ok && p.op == op {
		return p.level
	}
	return 0
}

// unaryOps are the operators of one operand, by what is written.
var unaryOps = map[string]Op{
	"!": OpNot, "X": OpNext, "WX": OpWeakNext, "F": OpFinally, "G": OpGlobally, "Y": OpYesterday, "O": OpOnce, "H": OpHistorically,
}

func (p *parser) formula() *Formula { return p.binary(1) }

// binary reads operands that operators of the level, or of a higher one, join.
func (p *parser) binary(level int) *Formula {
	if level > tightest {
		return p.unary()
	}
	f := p.binary(level + 1)
	for {
		t := p.peek()
		b, ok := precedence[t.text]
		if !ok || b.level != level || t.quoted {
			return f
		}
		p.next()
		g := &Formula{Op: b.op, Pos: f.Pos}
		if b.op.rightToLeft() {
			p.enter()
			g.Args = []*Formula{f, p.binary(level)}
			p.leave()
			return g
		}
		g.Args = []*Formula{f, p.binary(level + 1)}
		f = g
	}
}

func (p *parser) unary() *Formula {
	p.enter()
	defer p.leave()
	t := p.peek()
	if op, ok := unaryOps[t.text]; ok && !t.quoted {
		p.next()
		f := &Formula{Op: op, Pos: t.pos}
		if op == OpFinally || op == OpGlobally {
			f.K, f.Bounded = p.bound()
		}
		f.Args = []*Formula{p.unary()}
		return f
	}
	switch {
	case p.got("("):
		f := p.formula()
		p.closing(t)
		return f
	case p.got("true"):
		return &Formula{Op: OpTrue, Pos: t.pos}
	case p.got("false"):
		return &Formula{Op: OpFalse, Pos: t.pos}
	}
	return p.atom(formulaWords)
}
