package feasible

// This file makes gates of terms, bit by bit: a word is the bits of an integer, the
// lowest first, and a Bool is a word of one.

// A blaster makes words of terms.
type blaster struct {
	*solver
	words map[*Term][]lit
}

func newBlaster() *blaster {
	return &blaster{newSolver(), make(map[*Term][]lit)}
}

// bool returns the literal of a Bool.
func (b *blaster) bool(t *Term) lit { return b.word(t)[0] }

// word returns the bits of a term.
func (b *blaster) word(t *Term) []lit {
	if w, ok := b.words[t]; ok {
		return w
	}
	w := b.make(t)
	b.words[t] = w
	return w
}

func (b *blaster) make(t *Term) []lit {
	switch {
	case t.op == opConst:
		return constant(t.bits, t.typ.width())
	case t.op == opVar, isAboutText(t):
		return b.unknown(t.typ.width())
	}
	args := make([][]lit, len(t.args))
	for i, a := range t.args {
		args[i] = b.word(a)
	}
	one := func(l lit) []lit { return []lit{l} }
	switch t.op {
	case Not:
		return one(args[0][0].not())
	case And, Or:
		return one(b.joined(t.op, args))
	case If:
		return b.choose(args[0][0], args[1], args[2])
	case Equal:
		return one(b.equal(args[0], args[1]))
	case Less:
		return one(b.less(t.args[0].typ, args[0], args[1]))
	case LessEqual:
		return one(b.less(t.args[0].typ, args[1], args[0]).not())
	case Convert:
		return b.convert(args[0], t.args[0].typ, t.typ)
	}
	return b.arithmetic(t, args[0], args[1])
}

// unknown returns a word of which nothing is known.
func (b *blaster) unknown(width int) []lit {
	w := make([]lit, width)
	for i := range w {
		w[i] = b.fresh()
	}
	return w
}

// constant returns the word of a number.
func constant(bits uint64, width int) []lit {
	w := make([]lit, width)
	for i := range w {
		w[i] = yes.not()
		if bits>>i&1 != 0 {
			w[i] = yes
		}
	}
	return w
}

func (b *blaster) joined(op Op, args [][]lit) lit {
	l := yes
	if op == Or {
		l = yes.not()
	}
	for _, a := range args {
		if op == Or {
			l = b.or(l, a[0])
		} else {
			l = b.and(l, a[0])
		}
	}
	return l
}

func (b *blaster) arithmetic(t *Term, x, y []lit) []lit {
	signed := t.typ.signed()
	switch t.op {
	case Add:
		return b.add(x, y, yes.not())
	case Sub:
		return b.add(x, inverse(y), yes)
	case Mul:
		return b.mul(x, y)
	case BitAnd, BitOr, BitXor:
		return b.bitwise(t.op, x, y)
	case Shl:
		return b.shift(x, y, true, yes.not())
	case Shr:
		fill := yes.not()
		if signed {
			fill = x[len(x)-1]
		}
		return b.shift(x, y, false, fill)
	case Div, Rem:
		return b.quotient(t.op, signed, x, y)
	}
	panic("feasible: internal error: no bits of " + t.op.String())
}

// add returns x + y + carry.
func (b *blaster) add(x, y []lit, carry lit) []lit {
	sum := make([]lit, len(x))
	for i := range x {
		sum[i] = b.xor(b.xor(x[i], y[i]), carry)
		carry = b.majority(x[i], y[i], carry)
	}
	return sum
}

// inverse returns the opposite of each bit.
func inverse(x []lit) []lit {
	w := make([]lit, len(x))
	for i := range x {
		w[i] = x[i].not()
	}
	return w
}

// negative returns -x.
func (b *blaster) negative(x []lit) []lit {
	return b.add(constant(0, len(x)), inverse(x), yes)
}

// choose returns x if l holds, else y.
func (b *blaster) choose(l lit, x, y []lit) []lit {
	w := make([]lit, len(x))
	for i := range x {
		w[i] = b.choice(l, x[i], y[i])
	}
	return w
}

func (b *blaster) equal(x, y []lit) lit {
	l := yes
	for i := range x {
		l = b.and(l, b.xor(x[i], y[i]).not())
	}
	return l
}

func (b *blaster) less(typ Type, x, y []lit) lit {
	if !typ.signed() {
		return b.below(x, y)
	}
	last := len(x) - 1
	flip := func(w []lit) []lit { return append(append([]lit(nil), w[:last]...), w[last].not()) }
	return b.below(flip(x), flip(y))
}

// below reports whether x < y without signs: x + ^y + 1 does not carry then.
func (b *blaster) below(x, y []lit) lit {
	carry := yes
	for i := range x {
		carry = b.majority(x[i], y[i].not(), carry)
	}
	return carry.not()
}

func (b *blaster) convert(x []lit, from, to Type) []lit {
	fill := yes.not()
	if from.signed() {
		fill = x[len(x)-1]
	}
	w := append([]lit(nil), x...)
	for len(w) < to.width() {
		w = append(w, fill)
	}
	return w[:to.width()]
}

func (b *blaster) bitwise(op Op, x, y []lit) []lit {
	w := make([]lit, len(x))
	for i := range x {
		switch op {
		case BitAnd:
			w[i] = b.and(x[i], y[i])
		case BitOr:
			w[i] = b.or(x[i], y[i])
		default:
			w[i] = b.xor(x[i], y[i])
		}
	}
	return w
}

// mul adds x up, shifted, for each bit of y. Bits that are constant cost nothing there.
func (b *blaster) mul(x, y []lit) []lit {
	if constants(x) > constants(y) {
		x, y = y, x
	}
	sum := constant(0, len(x))
	for i := range y {
		if y[i] == yes.not() {
			continue
		}
		part := make([]lit, len(x)-i)
		for j := range part {
			part[j] = b.and(x[j], y[i])
		}
		copy(sum[i:], b.add(sum[i:], part, yes.not()))
	}
	return sum
}

// constants counts the constant bits of x.
func constants(x []lit) (n int) {
	for _, l := range x {
		if l == yes || l == yes.not() {
			n++
		}
	}
	return n
}

// shift returns x shifted by a count without a sign; what comes in is fill.
func (b *blaster) shift(x, count []lit, left bool, fill lit) []lit {
	over := yes.not() // the count is the width or more
	for k, l := range count {
		by := 1 << min(k, 16)
		if by >= len(x) {
			over = b.or(over, l)
			continue
		}
		moved := make([]lit, len(x))
		for i := range x {
			from := fill
			if left && i >= by {
				from = x[i-by]
			} else if !left && i+by < len(x) {
				from = x[i+by]
			}
			moved[i] = b.choice(l, from, x[i])
		}
		x = moved
	}
	w := make([]lit, len(x))
	for i := range x {
		w[i] = b.choice(over, fill, x[i])
	}
	return w
}

// quotient returns what Div and Rem do: 0 by 0, and truncated towards 0.
func (b *blaster) quotient(op Op, signed bool, x, y []lit) []lit {
	negX, negY := yes.not(), yes.not()
	if signed {
		negX, negY = x[len(x)-1], y[len(y)-1]
	}
	quo, rem := b.divide(b.choose(negX, b.negative(x), x), b.choose(negY, b.negative(y), y))
	w := b.choose(b.xor(negX, negY), b.negative(quo), quo)
	if op == Rem {
		w = b.choose(negX, b.negative(rem), rem)
	}
	zero := constant(0, len(x))
	return b.choose(b.equal(y, zero), zero, w)
}

// divide divides without signs, as on paper.
func (b *blaster) divide(x, y []lit) (quo, rem []lit) {
	width := len(x)
	by := append(append([]lit(nil), y...), yes.not())
	quo, rem = make([]lit, width), constant(0, width+1)
	for i := width - 1; i >= 0; i-- {
		rem = append([]lit{x[i]}, rem[:width]...)
		fits := b.below(rem, by).not()
		rem = b.choose(fits, b.add(rem, inverse(by), yes), rem)
		quo[i] = fits
	}
	return quo, rem[:width]
}
