package recipe

// This file defines what one package tells its importers, and lowers the
// initialisation of package-level variables.

import (
	"bytes"
	"cmp"
	"compress/flate"
	"encoding/gob"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/annotation"
)

// A Package is what importers need of a package: recipes of functions that may
// build something, and of everything that these refer to, also in other
// packages, because drivers show facts of direct imports only.
type Package struct {
	Funcs   []*Func
	Methods []Method
	Inits   []Init
	// Closed are the positions of constructor calls whose outcome does not
	// depend on a caller: they are judged where they stand.
	Closed []string
	// Types are the types of parameters, results and type arguments of Funcs that
	// have annotations, and Notes the directives on Funcs and in their files.
	Types []*annotation.Type
	Notes []Note
}

// A Method says which function a method of a concrete type is.
type Method struct{ Type, Name, Func string }

// An Init says which function initialises a package-level variable.
type Init struct{ Global, Func string }

// Sort puts the parts in a fixed order.
func (p *Package) Sort() {
	slices.SortFunc(p.Funcs, func(a, b *Func) int { return strings.Compare(a.ID, b.ID) })
	slices.SortFunc(p.Methods, func(a, b Method) int {
		if c := strings.Compare(a.Type, b.Type); c != 0 {
			return c
		}
		return strings.Compare(a.Name, b.Name)
	})
	slices.SortFunc(p.Inits, func(a, b Init) int { return strings.Compare(a.Global, b.Global) })
	slices.SortFunc(p.Types, func(a, b *annotation.Type) int { return strings.Compare(a.Name, b.Name) })
	slices.SortFunc(p.Notes, func(a, b Note) int { return cmp.Or(a.Pos.Compare(b.Pos), strings.Compare(a.Text, b.Text)) })
	slices.Sort(p.Closed)
	p.Closed = slices.Compact(p.Closed)
}

// Encode returns p as compressed bytes; the same for equal packages.
func (p *Package) Encode() ([]byte, error) {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestSpeed)
	if err != nil {
		return nil, err
	}
	if err := gob.NewEncoder(w).Encode(p); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// Decode reads what Encode wrote.
func Decode(data []byte) (*Package, error) {
	p := new(Package)
	r := flate.NewReader(bytes.NewReader(data))
	if err := gob.NewDecoder(io.LimitReader(r, 1<<30)).Decode(p); err != nil {
		return nil, fmt.Errorf("recipe: %w", err)
	}
	return p, nil
}

// InitID returns the identity of the function that initialises a variable.
func InitID(global string) string { return "init:" + global }

// LowerInit returns the part of the package initialiser that g's initial value
// depends on, nil if it has none. It is found by following operands back from
// the stores to g and, for each variable on the way, the stores to it.
func (l *Lowerer) LowerInit(g *ssa.Global) *Func {
	fn := g.Pkg.Func("init")
	if fn == nil || len(fn.Blocks) == 0 {
		return nil
	}
	s := slicer{keep: make(map[ssa.Instruction]bool)}
	s.storesTo(g)
	if len(s.keep) == 0 {
		return nil
	}
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
	f := l.lower(fn, InitID(GlobalID(g)), s.keep)
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
	keep map[ssa.Instruction]bool
	work []ssa.Value
	seen map[ssa.Value]bool
}

// storesTo keeps the instructions that write to v or to a part of it.
func (s *slicer) storesTo(v ssa.Value) {
	for _, ref := range referrers(v) {
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
func referrers(v ssa.Value) []ssa.Instruction {
	g, ok := v.(*ssa.Global)
	if !ok {
		if r := v.Referrers(); r != nil {
			return *r
		}
		return nil
	}
	var refs []ssa.Instruction
	for _, b := range g.Pkg.Func("init").Blocks {
		for _, in := range b.Instrs {
			for _, o := range in.Operands(nil) {
				if *o == g {
					refs = append(refs, in)
				}
			}
		}
	}
	return refs
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
