package valueflow

// This file follows whole numbers and truth values, apart from all other values: only what sets a
// limit, or switches a question off, is asked of them. A truth value is 1 or 0. The address of a
// number is the same place as the number.

import (
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
)

// A Number is a constant at a place.
type Number struct {
	At Place
	N  int
}

// An Entered number is one that whoever runs the program may set.
type Entered struct {
	At Place
	By string // "flag max-turns", "" if nobody can say
}

// A Set gives a number at one place to another one. A store has a block, else it is -1.
type Set struct {
	From, To Place
	Block    int32
	Capped   bool // it arrives as Most if it is greater
	Most     int
	Default  bool // To is a field, which is set in any case where it is zero
	// Spare is not 0 if it arrives only where the number there is not above zero.
	Spare Place
}

// A Grow is a number that is set to itself and something.
type Grow struct {
	At     Place
	Base   Place // the object whose field it is
	Block  int32
	Step   int  // 0 if it is no constant
	Always bool // each run of the function does it
	// Least and Most are what its type holds, as far as int has them.
	Least, Most int
}

// A Compare is of a number that is kept in memory with another by size.
type Compare struct {
	At    Place
	Block int32
	Pos   graph.Pos
}

// A Fork is a branch on how two numbers compare. On its first side the comparison holds.
type Fork struct {
	Block int32
	Pos   graph.Pos
	Compared
}

// A Shift is a number that is another one and a constant.
type Shift struct {
	At, Of Place
	By     int
}

// A Struct is a type whose fields decoders may fill.
type Struct struct {
	Name  string
	Ints  []IntField
	Holds []string // the struct types of its fields, and of their elements
}

// An IntField is an exported field for a whole number or a truth value.
type IntField struct {
	Name string // of its place
	Tag  string // its name in a configuration
}

// isWhole reports whether values of a type are whole numbers or truth values, or addresses of some.
func isWhole(t types.Type) bool {
	for range 3 { // the address of a variable for an address, too
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
	}
	return isNumber(t) || isTruth(t)
}

// number returns the place of a whole number. One that is computed comes from nowhere.
func (b *body) number(v ssa.Value) Place {
	if v == nil || !isWhole(v.Type()) {
		return NoPlace
	}
	if p, ok := b.numbers[v]; ok {
		return p
	}
	if phi, ok := v.(*ssa.Phi); ok {
		p := b.local()
		b.numbers[v] = p
		b.oneOf(p, phi)
		return p
	}
	p := b.numberOf(v)
	b.numbers[v] = p
	return p
}

func (b *body) numberOf(v ssa.Value) Place {
	switch v := v.(type) {
	case *ssa.Const:
		p := b.local()
		if n, ok := intOf(v); ok {
			b.f.Numbers = append(b.f.Numbers, Number{p, n})
		}
		return p
	case *ssa.Parameter:
		return b.place(ParamName(b.f.ID, slices.Index(b.fn.Params, v)))
	case *ssa.FreeVar:
		return b.place(FreeName(b.f.ID, slices.Index(b.fn.FreeVars, v)))
	case *ssa.Global:
		if b.Own(v.Pkg.Pkg.Path()) {
			return b.place(VarName(v.String()))
		}
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return b.number(v.X)
		}
	case *ssa.BinOp:
		if x, by, ok := shift(v); ok {
			p := b.local()
			b.f.Shifts = append(b.f.Shifts, Shift{p, b.number(x), by})
			return p
		}
	case *ssa.Convert:
		return b.number(v.X)
	case *ssa.ChangeType:
		return b.number(v.X)
	case *ssa.Field:
		return b.fieldPlace(v.X, v.Field)
	case *ssa.FieldAddr:
		return b.fieldPlace(v.X, v.Field)
	case *ssa.Call:
		return b.numberFrom(v, 0)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return b.numberFrom(call, v.Index)
		}
	}
	return b.local()
}

func intOf(c *ssa.Const) (int, bool) {
	switch {
	case c.Value == nil:
		return 0, false
	case c.Value.Kind() == constant.Bool:
		if constant.BoolVal(c.Value) {
			return 1, true
		}
		return 0, true
	case c.Value.Kind() != constant.Int:
		return 0, false
	}
	n, exact := constant.Int64Val(c.Value)
	return int(n), exact
}

func (b *body) fieldPlace(base ssa.Value, i int) Place {
	st, name := StructOf(base.Type())
	return b.place(FieldName(name, st.Field(i).Name()))
}

// union says that a number is one of several.
func (b *body) union(to Place, from []ssa.Value) {
	for _, v := range from {
		b.moveNumber(b.number(v), to)
	}
}

func (b *body) moveNumber(from, to Place) {
	if from != NoPlace && to != NoPlace && from != to {
		b.f.Sets = append(b.f.Sets, Set{From: from, To: to, Block: -1})
	}
}

// numberFrom returns the place of a number that a call returns.
func (b *body) numberFrom(call *ssa.Call, i int) Place {
	if fn, ok := call.Call.Value.(*ssa.Builtin); ok {
		p := b.local()
		switch fn.Name() {
		case "min":
			b.least(p, call.Call.Args)
		case "max":
			b.union(p, call.Call.Args)
		case "len":
			return b.length(call)
		}
		return p
	}
	b.at(call) // which records it
	if list := b.whole[call]; i < len(list) {
		return list[i]
	}
	return b.local()
}

// wholes notes the whole numbers that a call is given, and those that it returns.
func (b *body) wholes(out *Call, c *ssa.CallCommon, v *ssa.Call) {
	some := false
	for _, arg := range c.Args {
		p := NoPlace
		if isWhole(arg.Type()) {
			p, some = b.number(arg), true
			if isPointer(arg.Type()) {
				b.entered(p, "")
			}
		}
		out.Whole = append(out.Whole, p)
	}
	if !some {
		out.Whole = nil
	}
	if v == nil {
		return
	}
	var results []Place
	for r := range c.Signature().Results().Variables() {
		p := NoPlace
		if isWhole(r.Type()) && !isTruth(r.Type()) { // most of those say whether something is there
			p = b.local()
		}
		results = append(results, p)
	}
	if slices.ContainsFunc(results, func(p Place) bool { return p != NoPlace }) {
		out.Returns = results
	}
	b.whole[v] = results
}

func (b *body) entered(p Place, by string) {
	b.f.Entered = append(b.f.Entered, Entered{p, by})
}

// chosenOutside notes the numbers that whoever imports the package may pass to the function.
func (b *body) chosenOutside() {
	fn := funcid.Declared(b.fn)
	if fn == nil || !fn.Exported() || fn.Pkg().Name() == "main" {
		return
	}
	for _, p := range b.fn.Params {
		if isValue(p) && isNumber(p.Type()) && p.Name() != "" && p.Name() != "_" {
			b.f.Offered = append(b.f.Offered, Entered{b.number(p), "argument " + p.Name() + " of " + fn.Name()})
		}
	}
}

// settings notes what a library call lets whoever runs the program set.
func (b *body) settings(fn *types.Func, out *Call, c *ssa.CallCommon) {
	by := setting(fn, c)
	for i, arg := range c.Args {
		if isWhole(arg.Type()) && isPointer(arg.Type()) {
			p := b.number(arg)
			b.entered(p, by)
			if n := slices.IndexFunc(c.Args[i+1:], isValue); by != "" && n >= 0 {
				b.moveNumber(b.number(c.Args[i+1+n]), p) // the default
			}
		}
		if types.IsInterface(arg.Type()) && fillsWhat(fn, arg) {
			b.f.Fills = append(b.f.Fills, b.at(arg))
		}
	}
	for _, p := range out.Returns {
		if p == NoPlace || by == "" {
			continue
		}
		b.entered(p, by)
		for _, arg := range c.Args {
			if isValue(arg) {
				b.moveNumber(b.number(arg), p)
			}
		}
	}
}

func isValue(v ssa.Value) bool { return isWhole(v.Type()) && !isPointer(v.Type()) }

// setting returns what a library function lets somebody set: a flag, a key of a
// configuration, a variable of the environment.
func setting(fn *types.Func, c *ssa.CallCommon) string {
	path, kind := fn.Pkg().Path(), ""
	switch id := funcid.OfObject(fn); {
	case id == "strconv.Atoi", id == "strconv.ParseInt", id == "strconv.ParseUint":
		return variable(c.Args[0])
	case path == "flag", strings.HasSuffix(path, "/pflag"), strings.HasSuffix(path, "/cobra"), strings.Contains(path, "/cli"):
		kind = "flag "
	case strings.HasSuffix(path, "/viper"), strings.Contains(path, "/koanf"):
		kind = "setting "
	default:
		return ""
	}
	for _, arg := range c.Args {
		if text, ok := arg.(*ssa.Const); ok && text.Value != nil && text.Value.Kind() == constant.String {
			return kind + constant.StringVal(text.Value)
		}
	}
	return ""
}

// variable returns the variable of the environment whose text a value is, or the setting that a
// function looks up which the program is handed, such as os.LookupEnv, as its name is that of a
// variable.
func variable(v ssa.Value) string {
	if x, ok := v.(*ssa.Extract); ok {
		v = x.Tuple
	}
	call, ok := v.(*ssa.Call)
	if !ok || len(call.Call.Args) == 0 || call.Call.IsInvoke() {
		return ""
	}
	name, isConst := call.Call.Args[0].(*ssa.Const)
	isConst = isConst && name.Value != nil && name.Value.Kind() == constant.String
	fn := call.Call.StaticCallee()
	if fn == nil {
		if isConst && isVariable(constant.StringVal(name.Value)) && len(call.Call.Args) == 1 {
			return "setting " + constant.StringVal(name.Value)
		}
		return ""
	}
	switch id := funcid.Of(fn); {
	case id != "os.Getenv" && id != "os.LookupEnv":
		if id == "strings.TrimSpace" {
			return variable(call.Call.Args[0])
		}
		return ""
	case isConst:
		return "environment variable " + constant.StringVal(name.Value)
	}
	return "a variable of the environment"
}

// isVariable reports whether a text is a name as variables of the environment have it.
func isVariable(name string) bool {
	return len(name) > 1 && !strings.ContainsFunc(name, func(r rune) bool { return r != '_' && !unicode.IsUpper(r) && !unicode.IsDigit(r) })
}

// filling are parts of the names of functions that fill what they are given.
var filling = []string{"Unmarshal", "Decode", "Parse", "Scan", "Load", "Read", "Process", "Bind", "Fill", "Populate", "Into", "Struct"}

// fillsWhat reports whether a library function may fill the struct that it is given: it is
// called so, or the struct has tags for it.
func fillsWhat(fn *types.Func, arg ssa.Value) bool {
	if slices.ContainsFunc(filling, func(part string) bool { return strings.Contains(fn.Name(), part) }) {
		return true
	}
	if boxed, ok := arg.(*ssa.MakeInterface); ok && isPointer(boxed.X.Type()) {
		if st, _ := StructOf(boxed.X.Type()); st != nil {
			return isConfigured(st)
		}
	}
	return false
}

var configTags = []string{"yaml", "toml", "mapstructure", "env", "envconfig", "koanf", "default", "flag", "long"}

func isConfigured(st *types.Struct) bool {
	for i := range st.NumFields() {
		tag := reflect.StructTag(st.Tag(i))
		if slices.ContainsFunc(configTags, func(key string) bool { _, ok := tag.Lookup(key); return ok }) {
			return true
		}
	}
	return false
}

// structs records what decoders may fill of a type.
func (s *scanner) structs(named *types.Named) {
	st, ok := named.Underlying().(*types.Struct)
	if !ok {
		return
	}
	out := Struct{Name: typeName(named)}
	for i := range st.NumFields() {
		f := st.Field(i)
		switch inner, name := StructOf(core(f.Type())); {
		case !f.Exported() && !f.Embedded():
		case isWhole(f.Type()):
			out.Ints = append(out.Ints, IntField{FieldName(out.Name, f.Name()), tagName(f, reflect.StructTag(st.Tag(i)))})
		case inner != nil:
			out.Holds = append(out.Holds, name)
		}
	}
	if len(out.Ints)+len(out.Holds) > 0 {
		s.g.Structs = append(s.g.Structs, out)
	}
}

func tagName(f *types.Var, tag reflect.StructTag) string {
	for _, key := range append([]string{"json"}, configTags...) {
		if name, _, _ := strings.Cut(tag.Get(key), ","); name != "" && name != "-" {
			return name
		}
	}
	return f.Name()
}

// setNumber records that a number or a truth value is stored.
func (b *body) setNumber(in *ssa.Store) {
	if isList(in.Val.Type()) {
		b.setList(in)
		return
	}
	if !isWhole(in.Val.Type()) {
		return
	}
	to := b.number(in.Addr)
	b.setsNumber(in)
	if isPointer(in.Val.Type()) {
		b.moveNumber(b.number(in.Val), to)
		b.moveNumber(to, b.number(in.Val))
		return
	}
	step, ok := grown(in)
	if !ok {
		if from := b.number(in.Val); from != NoPlace && to != NoPlace {
			b.f.Sets = append(b.f.Sets, Set{From: from, To: to, Block: int32(in.Block().Index), Default: isDefault(in)})
		}
		return
	}
	b.grow(in, to, step)
}

// grow records that a store makes what is there more by a step.
func (b *body) grow(in *ssa.Store, to Place, step int) {
	g := Grow{At: to, Base: NoPlace, Block: int32(in.Block().Index), Step: step, Always: true}
	if g.Least, g.Most = rangeOf(in.Val.Type()); isList(in.Val.Type()) {
		g.Least, g.Most = 0, math.MaxInt
	}
	if field, ok := in.Addr.(*ssa.FieldAddr); ok {
		g.Base = b.at(field.X)
	}
	for _, blk := range b.fn.Blocks {
		if _, ok := blk.Instrs[len(blk.Instrs)-1].(*ssa.Return); ok && blk != b.fn.Recover && !in.Block().Dominates(blk) {
			g.Always = false
		}
	}
	b.f.Grows, b.grown = append(b.f.Grows, g), append(b.grown, in)
}

// grown reports whether what is stored is what was there and something: by how much, 0 for
// what is no constant.
func grown(in *ssa.Store) (step int, ok bool) {
	sum, ok := in.Val.(*ssa.BinOp)
	if !ok || sum.Op != token.ADD && sum.Op != token.SUB {
		return 0, false
	}
	old, ok := sum.X.(*ssa.UnOp)
	if !ok || old.Op != token.MUL || !alike(old.X, in.Addr) {
		return 0, false
	}
	if c, isConst := sum.Y.(*ssa.Const); isConst {
		step, _ = intOf(c)
	}
	if sum.Op == token.SUB {
		step = -step
	}
	return step, true
}
