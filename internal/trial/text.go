package trial

// This file finds the texts of a function that its conditions are made of.

import (
	"cmp"
	"fmt"
	"go/constant"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// An ownText is a text that a function has: a parameter, a field of what it has decoded, an entry of a map. It is read in one or several
// places, and the same in all of them.
type ownText struct {
	fn       *ssa.Function
	path     string // how the function comes to it
	values   []ssa.Value
	branches []*ssa.BasicBlock // that end with conditions that are made of it
	made     []*ssa.BasicBlock // with what they are made of
	parts    map[ssa.Value]bool
	root     *ssa.BasicBlock // in which the variable begins that has it
}

// textsOf returns the texts that the conditions of a function are made of, in the order of the code.
func textsOf(fn *ssa.Function) (out []*ownText) {
	for _, b := range fn.Blocks {
		branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || isIdle(branch.Cond) {
			continue
		}
		s := &slicer{found: make(map[string][]ssa.Value), in: make(map[string][]ssa.Instruction), seen: make(map[ssa.Value][]string)}
		for _, path := range s.texts(branch.Cond) {
			i := slices.IndexFunc(out, func(t *ownText) bool { return t.path == path })
			if i < 0 {
				i, out = len(out), append(out, &ownText{fn: fn, path: path, root: rootOf(s.found[path][0], fn), parts: make(map[ssa.Value]bool)})
			}
			t := out[i]
			for _, v := range s.found[path] {
				if !slices.Contains(t.values, v) {
					t.values = append(t.values, v)
				}
			}
			t.branches, t.made = append(t.branches, b), append(t.made, b)
			for _, instr := range s.in[path] {
				t.made, t.parts[instr.(ssa.Value)] = append(t.made, instr.Block()), true
			}
		}
	}
	out = slices.DeleteFunc(out, func(t *ownText) bool { return t.changes() })
	return out[:min(len(out), maxTexts)]
}

// isIdle reports whether a condition compares a value with a constant that is none of Commands, such as the name of a tool.
func isIdle(cond ssa.Value) bool {
	c, ok := cond.(*ssa.BinOp)
	if !ok || c.Op != token.EQL && c.Op != token.NEQ {
		return false
	}
	with, ok := c.Y.(*ssa.Const)
	if !ok || !isText(with.Type()) || with.Value == nil {
		return false
	}
	switch x := c.X.(type) {
	case *ssa.Parameter, *ssa.Field, *ssa.Lookup, *ssa.TypeAssert:
	case *ssa.UnOp:
		if _, isPart := x.X.(*ssa.IndexAddr); isPart {
			return false
		}
	case *ssa.Extract:
		if _, isMade := x.Tuple.(*ssa.Call); isMade {
			return false
		}
	default:
		return false
	}
	text := constant.StringVal(with.Value)
	return !slices.ContainsFunc(Commands(), func(c Command) bool { return c.Text == text })
}

// changes reports whether the function sets the text, or what has it, but for the first value of a variable.
func (t *ownText) changes() bool {
	path, first := strings.ReplaceAll(t.path, "*", ""), 0
	for _, b := range t.fn.Blocks {
		for _, instr := range b.Instrs {
			set, ok := instr.(*ssa.Store)
			if !ok || t.isTrimmed(set.Val) {
				continue
			}
			rest, is := strings.CutPrefix(path, strings.ReplaceAll(pathOf(set.Addr), "*", ""))
			if !is || rest != "" && rest[0] != '.' && rest[0] != '[' {
				continue
			}
			if _, isVariable := set.Addr.(*ssa.Alloc); !isVariable {
				return true
			}
			first++
		}
	}
	return first > 1
}

// isTrimmed reports whether a value is the text without the space around it, of which Commands have none.
func (t *ownText) isTrimmed(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	fn := call.Call.StaticCallee()
	return fn != nil && fn.String() == "strings.TrimSpace" && pathOf(call.Call.Args[0]) == t.path
}

// A slicer goes back from a condition to the texts that it is made of.
type slicer struct {
	found map[string][]ssa.Value       // by path
	in    map[string][]ssa.Instruction // what is made of them
	seen  map[ssa.Value][]string
}

// texts returns the paths of the texts that a value is made of, sorted.
func (s *slicer) texts(v ssa.Value) (out []string) {
	if paths, ok := s.seen[v]; ok {
		return paths
	}
	s.seen[v] = nil
	instr, isInstr := v.(ssa.Instruction)
	switch v := v.(type) {
	case *ssa.Parameter:
		if isText(v.Type()) {
			out = s.has(v)
		}
	case *ssa.Const, *ssa.Function, *ssa.Global, *ssa.Builtin, *ssa.FreeVar:
	case *ssa.Field, *ssa.TypeAssert:
		if isText(v.Type()) {
			out = s.has(v)
		}
	case *ssa.UnOp:
		_, ofList := v.X.(*ssa.IndexAddr)
		_, ofPackage := v.X.(*ssa.Global)
		if v.Op == token.MUL && !ofList && !ofPackage && isText(v.Type()) {
			out = s.has(v)
		} else {
			out = s.texts(v.X)
		}
	case *ssa.Lookup:
		out = s.texts(v.Index)
		if _, isKey := v.Index.(*ssa.Const); isKey && !v.CommaOk && isText(v.Type()) && !isText(v.X.Type()) {
			out = s.has(v)
		} else {
			out = append(out, s.texts(v.X)...)
		}
	case *ssa.Extract:
		if out = s.texts(v.Tuple); len(out) == 0 && isText(v.Type()) {
			out = s.has(v)
		}
	case *ssa.Call:
		if out = s.operands(instr); len(out) == 0 && isText(v.Type()) {
			out = s.has(v)
		}
	default:
		if isInstr {
			out = s.operands(instr)
		}
	}
	slices.Sort(out)
	out = slices.Compact(out)
	if isInstr {
		for _, path := range out {
			s.in[path] = append(s.in[path], instr)
		}
	}
	s.seen[v] = out
	return out
}

func (s *slicer) operands(instr ssa.Instruction) (out []string) {
	for _, op := range instr.Operands(nil) {
		if *op != nil {
			out = append(out, s.texts(*op)...)
		}
	}
	return out
}

// has notes a value that is a text.
func (s *slicer) has(v ssa.Value) []string {
	path := pathOf(v)
	s.found[path] = append(s.found[path], v)
	return []string{path}
}

// pathOf returns how a function comes to a value: values with one path are the same if nothing is set between.
func pathOf(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.UnOp:
		return "*" + pathOf(v.X)
	case *ssa.FieldAddr:
		return fmt.Sprintf("%s.%d", pathOf(v.X), v.Field)
	case *ssa.Field:
		return fmt.Sprintf("%s.%d", pathOf(v.X), v.Field)
	case *ssa.Lookup:
		if key, ok := v.Index.(*ssa.Const); ok && key.Value != nil {
			return pathOf(v.X) + "[" + key.Value.ExactString() + "]"
		}
	case *ssa.Extract:
		switch v.Tuple.(type) {
		case *ssa.Lookup, *ssa.TypeAssert:
			return fmt.Sprintf("%s#%d", pathOf(v.Tuple), v.Index)
		}
	case *ssa.TypeAssert:
		return pathOf(v.X)
	case *ssa.ChangeType:
		return pathOf(v.X)
	case *ssa.Parameter:
		return "parameter " + v.Name()
	case *ssa.FreeVar:
		return "captured " + v.Name()
	}
	return v.Name()
}

// rootOf returns the block in which the variable begins by which a value is come to.
func rootOf(v ssa.Value, fn *ssa.Function) *ssa.BasicBlock {
	for {
		switch x := v.(type) {
		case *ssa.UnOp:
			v = x.X
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.Field:
			v = x.X
		case *ssa.Lookup:
			v = x.X
		case *ssa.Extract:
			v = x.Tuple
		case *ssa.TypeAssert:
			v = x.X
		case ssa.Instruction:
			return x.Block()
		default:
			return fn.Blocks[0]
		}
	}
}

// starts returns the blocks from which the function may be run with the text: one before all that is made of it, and those before the
// loops around that in which the text stays the same, the outermost first.
func (t *ownText) starts() (out []*ssa.BasicBlock) {
	at := t.made[0]
	for _, b := range t.made {
		for !at.Dominates(b) {
			if at = at.Idom(); at == nil { // where it recovers
				return nil
			}
		}
	}
	out = append(out, at)
	for _, l := range loopsAround(at) {
		if !l.blocks[t.root] && l.head.Idom() != nil && l.head.Dominates(at) {
			out = append(out, l.head.Idom())
		}
	}
	slices.Reverse(out)
	return slices.Compact(out)
}

// A loop is a natural loop.
type loop struct {
	head   *ssa.BasicBlock
	blocks map[*ssa.BasicBlock]bool
}

// loopsAround returns the loops that a block is in, the innermost first.
func loopsAround(b *ssa.BasicBlock) (out []loop) {
	for _, head := range b.Parent().Blocks {
		l := loop{head, map[*ssa.BasicBlock]bool{head: true}}
		for _, end := range head.Preds {
			if head.Dominates(end) {
				l.add(end)
			}
		}
		if len(l.blocks) > 1 && l.blocks[b] {
			out = append(out, l)
		}
	}
	slices.SortStableFunc(out, func(x, y loop) int { return cmp.Compare(len(x.blocks), len(y.blocks)) })
	return out
}

func (l *loop) add(b *ssa.BasicBlock) {
	if !l.blocks[b] {
		l.blocks[b] = true
		for _, p := range b.Preds {
			l.add(p)
		}
	}
}
