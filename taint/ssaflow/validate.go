package ssaflow

// This file reads checks: where a validator has said yes to a value, it has lost
// the labels that the validator is for.

import (
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/taint"
)

// clean says that a value has lost labels in the blocks that block dominates.
type clean struct {
	value  ssa.Value
	block  *ssa.BasicBlock
	after  ssa.Instruction // of block, behind which it has lost them; nil for all of it
	labels taint.Labels
	// elements: it is what the list has in it that has lost them.
	elements bool
	only     ssa.Instruction // where the value has lost them, nil for all of the blocks
	// reads are where what the value refers to was read, to be checked. None means: by what ends the blocks before the block.
	reads []ssa.Instruction
}

// covers reports whether e runs where the value of c has lost labels.
func (c *clean) covers(m *memory, e *edge) bool {
	return c.block.Dominates(e.block()) && (c.after == nil || e.comes != nil || e.at.Block() != c.block || m.order.number[c.after] < m.order.number[e.at])
}

// A way is one way out of a block.
type way struct {
	from *ssa.BasicBlock
	succ int
}

func (w way) to() *ssa.BasicBlock { return w.from.Succs[w.succ] }

// answered returns the ways that are taken only if v, or the part of v that answers, is answer.
func answered(v ssa.Value, answer string) (out []way) {
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Extract:
			if ref.Index == answering(ref.Tuple.Type().(*types.Tuple), answer) {
				out = append(out, answered(ref, answer)...)
			}
		case *ssa.UnOp:
			if ref.Op == token.NOT {
				out = append(out, answered(ref, opposite[answer])...)
			}
		case *ssa.BinOp:
			if isNilTest(ref) && (answer == "nil" || answer == "some") {
				out = append(out, answered(ref, strconv.FormatBool((answer == "nil") == (ref.Op == token.EQL)))...)
			}
		case *ssa.If:
			succ := map[string]int{"true": 0, "false": 1}
			if n, ok := succ[answer]; ok {
				out = append(out, way{ref.Block(), n})
			}
		}
	}
	return out
}

// opposite is the answer that a value gives if it does not give another one.
var opposite = map[string]string{"true": "false", "false": "true", "nil": "some", "some": "nil"}

// isNilTest reports whether a comparison asks whether something is nil.
func isNilTest(i *ssa.BinOp) bool {
	return (i.Op == token.EQL || i.Op == token.NEQ) && (isNil(i.X) || isNil(i.Y))
}

// asked returns what v asks for its answer, and which answer of that makes it the answer of v.
//
//	_, err := strconv.Atoi(text)
//	return err == nil
func asked(v ssa.Value, answer string) (ssa.Value, string) {
	for {
		switch i := v.(type) {
		case *ssa.UnOp:
			if i.Op != token.NOT {
				return v, answer
			}
			v, answer = i.X, opposite[answer]
		case *ssa.BinOp:
			if !isNilTest(i) {
				return v, answer
			}
			if (answer == "true") == (i.Op == token.EQL) {
				answer = "nil"
			} else {
				answer = "some"
			}
			if v = i.X; isNil(v) {
				v = i.Y
			}
		case *ssa.Extract:
			if i.Index != answering(i.Tuple.Type().(*types.Tuple), answer) {
				return v, answer
			}
			v = i.Tuple
		default:
			return v, answer
		}
	}
}

// A passed is what has been proved on ways that lead to one block.
type passed struct {
	value    ssa.Value
	block    *ssa.BasicBlock
	elements bool // of a list
}

// answering returns which part of a result an answer is: the last one, and of a truth value, or what may be nil, and an
// error behind it the former.
func answering(t *types.Tuple, answer string) int {
	last := t.Len() - 1
	if answer == "nil" || last <= 0 || !isError(t.At(last).Type()) {
		return last
	}
	if _, isBasic := under(t.At(last - 1).Type()).(*types.Basic); isBasic && answer == "some" {
		return last
	}
	return last - 1
}

// proofs are what checks prove, by way: a block that several ways lead to is only reached with
// a yes if all of them are ones.
//
//	if name != dir && !strings.HasPrefix(name, dir+"/") {
//		return errOutside
//	}
type proofs map[passed]map[way]taint.Labels

// add adds that v has lost labels on a way, and returns what it has lost in the block that the
// way leads to.
func (p proofs) add(v ssa.Value, w way, labels taint.Labels) (lost taint.Labels) {
	return p.addTo(passed{value: v, block: w.to()}, w, labels)
}

func (p proofs) addTo(at passed, w way, labels taint.Labels) (lost taint.Labels) {
	if p[at] == nil {
		p[at] = make(map[way]taint.Labels)
	}
	p[at][w] = p[at][w].Union(labels)
	if len(p[at]) < len(w.to().Preds) {
		return nil
	}
	for _, l := range p[at] {
		if lost == nil {
			lost = l
		}
		lost = slices.DeleteFunc(slices.Clone(lost), func(name string) bool { return !l.Has(name) })
	}
	return lost
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

// dropped returns the labels that e loses because its value has been checked, or cleaned
// where it is.
func (f *frame) dropped(e *edge) taint.Labels {
	drop := e.drop
	if e.acts || f.isListedForAct(e.at) || makesError(e.at) {
		drop = drop.Union(f.limits())
	}
	if e.shared != nil && e.shared.calls > 1 || e.fun != nil && e.fun.find().crossed {
		drop = drop.Union(notApart)
	}
	if e.at == nil || e.copy != 0 {
		return drop
	}
	drop = drop.Union(f.keptBy(e)).Union(f.provedOnWay(e))
	for _, c := range f.cleans {
		if c.only != nil && c.only != e.at || !c.covers(f.memory, e) {
			continue
		}
		if isRemade(e.at) && !c.labels.Contains(numberMarks) {
			continue // what a check has shown of one text, it has not of another
		}
		if c.elements {
			if f.readsElement(e, c.value) && f.isStill(c, e) {
				drop = drop.Union(c.labels)
			}
			continue
		}
		if (f.holds(e.from, c.value) || e.whole != nil && f.values[c.value] == e.whole) && f.stillClean(c, e) {
			drop = drop.Union(c.labels)
		}
	}
	if drop.Has(markNoParent) && e.below || drop.Has(markRooted) && (drop.Has(markNoParent) || drop.Has(markNotUp)) {
		drop = drop.Union(taint.Labels{taint.MarkOf("path")})
	}
	if !e.fromDeep || e.loose || f.memory == nil {
		return drop
	}
	for _, s := range f.memory.scrubs {
		if f.holds(e.from, s.arg) && f.memory.precedes(s.call, e.at) && f.memory.isCalm(s.call, e.at) {
			drop = drop.Union(s.labels)
		}
	}
	return drop
}

// provedOnWay returns what the value of a phi has lost by a check that the way ends with by which control comes.
//
//	if !filepath.IsAbs(path) {
//		path = filepath.Join(dir, path)
//	}
func (f *frame) provedOnWay(e *edge) (lost taint.Labels) {
	phi, ok := e.at.(*ssa.Phi)
	if !ok || e.comes == nil || len(e.comes.Succs) != 2 || e.comes.Succs[0] == e.comes.Succs[1] {
		return nil
	}
	for n, to := range e.comes.Succs {
		if to != phi.Block() {
			continue
		}
		for i, v := range phi.Edges {
			if phi.Block().Preds[i] == e.comes && f.holds(e.from, v) && !f.holdsRefs(v.Type()) {
				lost = lost.Union(f.proofs[passed{value: v, block: to}][way{e.comes, n}])
			}
		}
	}
	return lost
}

// passCleaned gives calls of what is not known yet locations of their own for arguments that
// have been checked, by checks that are understood or not: who finds out later what is called does not
// know of them.
func (f *frame) passCleaned() {
	for _, k := range f.calls {
		if k.common == nil {
			continue
		}
		for n, v := range k.common.Args {
			isChecked := func(c clean) bool {
				return c.value == v && (c.only == nil || c.only == k.at) && c.block.Dominates(k.at.Block())
			}
			isDoubted := func(d doubt) bool {
				return d.values[v] && d.block.Dominates(k.at.Block()) && (d.only == nil || d.only == k.at)
			}
			if f.holdsRefs(v.Type()) || !slices.ContainsFunc(f.cleans, isChecked) && !slices.ContainsFunc(f.readDoubts(), isDoubted) {
				continue
			}
			from := k.args[n]
			k.args[n] = f.newLoc()
			f.move(v.Type(), edge{from: from, to: k.args[n], at: k.at, loose: k.loose})
		}
	}
}

// stillClean reports whether what e reads is what was checked: the value itself is, and
// what it refers to if nothing may have written there since.
func (f *frame) stillClean(c clean, e *edge) bool {
	if !e.fromDeep || !f.holdsRefs(c.value.Type()) {
		return true
	}
	return f.isStill(c, e)
}

// isStill reports whether nothing may have written between a check and what e reads.
func (f *frame) isStill(c clean, e *edge) bool {
	reads := c.reads
	if reads == nil {
		for _, b := range c.block.Preds {
			reads = append(reads, last(b))
		}
	}
	return !e.loose && !slices.ContainsFunc(reads, func(read ssa.Instruction) bool { return !f.memory.isCalm(read, e.at) })
}

// holdsRefs reports whether a value of type t is or consists of references.
func (p *program) holdsRefs(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		return slices.ContainsFunc(p.parts(t), func(c part) bool { return p.holdsRefs(c.typ) })
	}
	return isRef(t) || hasParam(t)
}
