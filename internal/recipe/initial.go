package recipe

// This file lowers what happens when a package is initialised.

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// InitID returns the identity of the function that initialises a variable.
func InitID(global string) string { return "init:" + global }

// maxInit is the number of instructions of an initialiser up to which it is
// lowered: a table of some hundred rows, not generated data.
const maxInit = 10_000

// LowerInit returns the part of the package initialiser that g's initial value
// depends on, nil if it has none or is too large. It is found by following operands back from
// the stores to g and, for each variable on the way, the stores to it.
func (l *Lowerer) LowerInit(g *ssa.Global) *Func {
	fn := g.Pkg.Func("init")
	if fn == nil || len(fn.Blocks) == 0 {
		return nil
	}
	s := slicer{keep: make(map[ssa.Instruction]bool), globals: l.globalUses(g.Pkg)}
	s.storesTo(g)
	if len(s.keep) == 0 {
		return nil
	}
	return l.lowerSlice(fn, InitID(GlobalID(g)), &s)
}

// InitText returns the function that initialises a variable with a text that no code of its
// package has.
func InitText(g *ssa.Global, text string) *Func {
	id := GlobalID(g)
	const addr, value Operand = -1, -2 // see Operand
	return &Func{
		ID:     InitID(id),
		Consts: []Const{{Kind: ConstGlobal, Text: id}, {Kind: ConstString, Text: text, Shape: ShapeString}},
		Blocks: []Block{{Instrs: []Instr{{Op: OpStore, Dst: -1, Args: []Operand{addr, value}}, {Op: OpReturn, Dst: -1}}, Join: -1}},
	}
}

// StartID returns the identity of what else the initialiser of a package does.
func StartID(pkg string) string { return "start:" + pkg }

// LowerStart returns the calls of the package initialiser whose results go
// nowhere: its init functions, and what `var _ = f()` calls. It returns nil if
// there are none.
func (l *Lowerer) LowerStart(pkg *ssa.Package) *Func {
	s := slicer{keep: make(map[ssa.Instruction]bool), globals: l.globalUses(pkg)}
	for _, call := range Effects(pkg) {
		s.add(call)
	}
	if len(s.keep) == 0 {
		return nil
	}
	return l.lowerSlice(pkg.Func("init"), StartID(pkg.Pkg.Path()), &s)
}

// Effects returns the calls of a package's initialiser that are made for their
// effect, in order.
func Effects(pkg *ssa.Package) []*ssa.Call {
	var out []*ssa.Call
	for _, b := range pkg.Func("init").Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(*ssa.Call)
			if !ok || len(*call.Referrers()) > 0 {
				continue
			}
			if fn := call.Call.StaticCallee(); fn == nil || fn.Name() != "init" { // not that of an import
				out = append(out, call)
			}
		}
	}
	return out
}

// LowerPackage returns the whole initialiser of a package.
func (l *Lowerer) LowerPackage(pkg *ssa.Package) *Func {
	f := l.Lower(pkg.Func("init"))
	skipGuard(f)
	return f
}

// lowerSlice lowers the instructions of s, and all that these depend on.
func (l *Lowerer) lowerSlice(fn *ssa.Function, id string, s *slicer) *Func {
	for _, b := range fn.Blocks {
		last := b.Instrs[len(b.Instrs)-1]
		s.keep[last] = true
		if _, ok := last.(*ssa.If); ok && !isGuard(last.(*ssa.If)) {
			s.operands(last)
		}
	}
	for len(s.work) > 0 {
		v := s.work[len(s.work)-1]
		s.work = s.work[:len(s.work)-1]
		s.storesTo(v)
	}
	if len(s.keep) > maxInit {
		return nil
	}
	f := l.lower(fn, id, s.keep)
	skipGuard(f)
	return f
}

// isGuard reports whether a branch is the one that runs an initialiser once.
func isGuard(in *ssa.If) bool {
	load, ok := in.Cond.(*ssa.UnOp)
	if !ok {
		return false
	}
	g, ok := load.X.(*ssa.Global)
	return ok && g.Name() == "init$guard"
}

// skipGuard makes the branch on the guard, whose operand is not lowered, a jump
// into the initialiser.
func skipGuard(f *Func) {
	b := &f.Blocks[0]
	n := len(b.Instrs)
	if n > 0 && b.Instrs[n-1].Op == OpIf {
		b.Instrs[n-1] = Instr{Op: OpJump, Dst: -1}
		b.Succs = b.Succs[1:]
	}
}

// slicer collects the instructions that some values depend on.
type slicer struct {
	keep    map[ssa.Instruction]bool
	globals map[*ssa.Global][]ssa.Instruction
	work    []ssa.Value
	seen    map[ssa.Value]bool
}

// storesTo keeps the instructions that write to v or to a part of it.
func (s *slicer) storesTo(v ssa.Value) {
	for _, ref := range s.referrers(v) {
		switch in := ref.(type) {
		case *ssa.Store:
			if in.Addr == v {
				s.add(in)
			}
		case *ssa.MapUpdate:
			if in.Map == v {
				s.add(in)
			}
		case *ssa.FieldAddr, *ssa.IndexAddr:
			if !s.keep[ref] {
				s.visit(ref.(ssa.Value))
			}
		}
	}
}

// referrers returns the uses of v in its function; for a global, those in the
// package initialiser.
func (s *slicer) referrers(v ssa.Value) []ssa.Instruction {
	if g, ok := v.(*ssa.Global); ok {
		return s.globals[g]
	}
	if r := v.Referrers(); r != nil {
		return *r
	}
	return nil
}

// IsSet reports whether the initialiser of its package does anything with a
// variable.
func (l *Lowerer) IsSet(g *ssa.Global) bool { return len(l.globalUses(g.Pkg)[g]) > 0 }

// globalUses returns the uses of each package-level variable in the initialiser of
// a package.
func (l *Lowerer) globalUses(pkg *ssa.Package) map[*ssa.Global][]ssa.Instruction {
	if l.uses != nil {
		return l.uses
	}
	l.uses = make(map[*ssa.Global][]ssa.Instruction)
	var ops []*ssa.Value
	for _, b := range pkg.Func("init").Blocks {
		for _, in := range b.Instrs {
			ops = in.Operands(ops[:0])
			for _, o := range ops {
				if g, ok := (*o).(*ssa.Global); ok && !slices.Contains(l.uses[g], in) {
					l.uses[g] = append(l.uses[g], in)
				}
			}
		}
	}
	return l.uses
}

func (s *slicer) add(in ssa.Instruction) {
	if s.keep[in] {
		return
	}
	s.keep[in] = true
	s.operands(in)
}

func (s *slicer) operands(in ssa.Instruction) {
	for _, o := range in.Operands(nil) {
		if v, ok := (*o).(ssa.Value); ok && v != nil {
			s.visit(v)
		}
	}
}

func (s *slicer) visit(v ssa.Value) {
	if s.seen == nil {
		s.seen = make(map[ssa.Value]bool)
	}
	if s.seen[v] {
		return
	}
	s.seen[v] = true
	if in, ok := v.(ssa.Instruction); ok {
		s.add(in)
		s.work = append(s.work, v)
	}
}
