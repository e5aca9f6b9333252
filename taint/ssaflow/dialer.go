package ssaflow

// This file finds HTTP clients of the program's own that look at the address that they are about to call: which host a model
// names does not decide alone then what is called.

import (
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
)

// Limits of the search for what a client looks at.
const (
	maxDialerValues = 50 // values that a client may be, or be made of
	maxDialerCalls  = 4  // calls from what dials to what looks at an address
)

// addressTests tell addresses that only the machine or its network has from others.
var addressTests = []string{
	"net.IP.IsPrivate", "net.IP.IsLoopback", "net.IP.IsGlobalUnicast", "net.IP.IsLinkLocalUnicast", "net.IPNet.Contains",
	"net/netip.Addr.IsPrivate", "net/netip.Addr.IsLoopback", "net/netip.Addr.IsGlobalUnicast", "net/netip.Addr.IsLinkLocalUnicast",
	"net/netip.Prefix.Contains",
}

// checkedFields are the fields of clients, transports and dialers with what each connection goes through, those after redirects
// among them.
var checkedFields = map[string][]string{
	"net/http.Client":    {"Transport"},
	"net/http.Transport": {"DialContext", "Dial"},
	"net.Dialer":         {"Control", "ControlContext"},
}

// dialerDoubts returns a doubt for each call that hands a URL to a client that looks at addresses. Whether that refuses all that it must
// is not known: the finding is unknown.
func (f *frame) dialerDoubts() (out []doubt) {
	for _, b := range f.fn.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			url := f.urlFor(c)
			if url == nil {
				continue
			}
			if test := f.dialTest(c); test.Pos.IsValid() {
				out = append(out, doubt{values: f.lookedAt([]ssa.Value{url}), block: b, only: c, hop: test})
			}
		}
	}
	return out
}

// urlFor returns the argument of a call that names the host: of a client's method, or of what makes a request. It is nil for all others.
func (f *frame) urlFor(c *ssa.Call) ssa.Value {
	fn := c.Call.StaticCallee()
	if fn == nil || !isStandardFunc(fn) {
		return nil
	}
	switch library.KeyOf(funcid.Declared(fn)) {
	case "net/http.Client.Get", "net/http.Client.Head", "net/http.Client.Post", "net/http.Client.PostForm":
		return c.Call.Args[1]
	case "net/http.NewRequest":
		return c.Call.Args[1]
	case "net/http.NewRequestWithContext":
		return c.Call.Args[2]
	}
	return nil
}

// dialTest returns the test of addresses that the client makes to which a call hands a URL, none without a position: of a request, each
// client to which the function gives it.
func (f *frame) dialTest(c *ssa.Call) (test taint.Hop) {
	d := &dialer{frame: f}
	if c.Call.Signature().Recv() != nil {
		return d.of(c.Call.Args[0])
	}
	for _, ref := range *c.Referrers() {
		e, ok := ref.(*ssa.Extract)
		if !ok || e.Index != 0 {
			continue
		}
		for _, ref := range *e.Referrers() {
			do, ok := ref.(*ssa.Call)
			if !ok || do.Call.StaticCallee() == nil || do.Call.StaticCallee().String() != "(*net/http.Client).Do" {
				continue
			}
			if test = d.of(do.Call.Args[0]); !test.Pos.IsValid() {
				return test
			}
		}
	}
	return test
}

// A dialer is one search for what a client looks at.
type dialer struct {
	*frame
	seen  int
	calls []*ssa.Function // that lead to where the search is
}

// of returns a test of addresses in what a client, a transport, a dialer or a function of one does before it connects. It has no position
// if something that v may be makes none, or is not known.
func (d *dialer) of(v ssa.Value) (test taint.Hop) {
	if d.seen++; d.seen > maxDialerValues {
		return test
	}
	if values := d.madeOf(v); values != nil {
		return d.ofEach(values)
	}
	switch v := v.(type) {
	case *ssa.Function:
		return d.inFunc(v)
	case *ssa.MakeClosure:
		fn := v.Fn.(*ssa.Function)
		if len(v.Bindings) == 1 && strings.HasPrefix(fn.Synthetic, "bound method wrapper") && typeKey(v.Bindings[0].Type()) == "net.Dialer" {
			return d.of(v.Bindings[0])
		}
		return d.inFunc(fn)
	}
	for _, name := range checkedFields[typeKey(v.Type())] {
		if test = d.ofEach(storedInField(v, name)); test.Pos.IsValid() {
			return test
		}
	}
	if c, ok := v.(*ssa.Call); ok {
		return d.elsewhere(c.Call.StaticCallee())
	}
	return d.roundTrip(v.Type())
}

// ofEach is of for each of some values: none if there is none.
func (d *dialer) ofEach(values []ssa.Value) (test taint.Hop) {
	for _, v := range values {
		if test = d.of(v); !test.Pos.IsValid() {
			return test
		}
	}
	return test
}

// elsewhere returns what is known of a function of another package that returns a client, or dials.
func (d *dialer) elsewhere(fn *ssa.Function) (test taint.Hop) {
	if fn == nil {
		return test
	}
	if obj := funcid.Declared(fn); obj != nil {
		if s := d.summary(funcid.OfObject(obj), nil); s != nil {
			return s.Dials
		}
	}
	return test
}

// madeOf returns what a value comes from, as far as the package shows all of it; nil if v itself is the thing.
func (d *dialer) madeOf(v ssa.Value) []ssa.Value {
	switch v := v.(type) {
	case *ssa.Phi:
		return v.Edges
	case *ssa.MakeInterface:
		return []ssa.Value{v.X}
	case *ssa.ChangeInterface:
		return []ssa.Value{v.X}
	case *ssa.ChangeType:
		return []ssa.Value{v.X}
	case *ssa.TypeAssert:
		return []ssa.Value{v.X}
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok {
			return d.results(c, v.Index)
		}
	case *ssa.Call:
		return d.results(v, 0)
	case *ssa.Parameter:
		return d.given(v)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return d.loaded(v.X)
		}
	}
	return nil
}

// loaded returns what is stored where a value is loaded from.
func (d *dialer) loaded(addr ssa.Value) []ssa.Value {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		return d.fieldValues(a)
	case *ssa.Global:
		if v := d.initial(a); v != nil {
			return []ssa.Value{v}
		}
	case *ssa.Alloc:
		values, _ := storedIn(a)
		return values
	case *ssa.FreeVar:
		if a, ok := binding(a).(*ssa.Alloc); ok {
			values, _ := storedIn(a)
			return values
		}
	}
	return nil
}

// results returns what a call of a function of the package returns at an index.
func (d *dialer) results(c *ssa.Call, index int) (values []ssa.Value) {
	fn := c.Call.StaticCallee()
	if fn == nil || fn.Pkg != d.in.Pkg {
		return nil
	}
	return resultsOf(fn, index)
}

// resultsOf returns what a function returns at an index, but for nil.
func resultsOf(fn *ssa.Function, index int) (values []ssa.Value) {
	for _, b := range fn.Blocks {
		if r, ok := last(b).(*ssa.Return); ok && !isNil(r.Results[index]) {
			values = append(values, r.Results[index])
		}
	}
	return values
}

// given returns the arguments that stand for a parameter in the package's calls of its function, if nobody else can call it.
func (d *dialer) given(v *ssa.Parameter) (values []ssa.Value) {
	fn := v.Parent()
	if fn.Object() == nil || fn.Object().Exported() {
		return nil
	}
	n := slices.Index(fn.Params, v)
	for _, caller := range d.callersOf(fn) {
		for _, b := range caller.Blocks {
			for _, instr := range b.Instrs {
				if c, ok := instr.(ssa.CallInstruction); ok && c.Common().StaticCallee() == fn {
					values = append(values, c.Common().Args[n])
				}
			}
		}
	}
	return values
}

// inFunc returns a test of addresses that a function makes, or one that it calls, and that decides something.
func (d *dialer) inFunc(fn *ssa.Function) (test taint.Hop) {
	switch {
	case fn.Blocks == nil:
		return d.elsewhere(fn)
	case len(d.calls) > maxDialerCalls || slices.Contains(d.calls, fn):
		return test
	}
	d.calls = append(d.calls, fn)
	defer func() { d.calls = d.calls[:len(d.calls)-1] }()
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(*ssa.Call)
			if !ok || c.Call.StaticCallee() == nil {
				continue
			}
			callee := c.Call.StaticCallee()
			switch {
			case isStandardFunc(callee):
				key := library.KeyOf(funcid.Declared(callee))
				if slices.Contains(addressTests, key) && isAsked(c) {
					return d.hop(taint.OpCheck, puzzleName(c), d.posOf(c, c))
				}
				if key == "net.Dialer.DialContext" || key == "net.Dialer.Dial" {
					test = d.of(c.Call.Args[0])
				}
			default:
				test = d.inFunc(callee)
			}
			if test.Pos.IsValid() {
				return test
			}
		}
	}
	return test
}

// isAsked reports whether a branch, or an answer, is made of what a call returns.
func isAsked(c *ssa.Call) bool {
	return slices.ContainsFunc(*c.Referrers(), func(ref ssa.Instruction) bool {
		switch ref.(type) {
		case *ssa.If, *ssa.Phi, *ssa.UnOp, *ssa.BinOp, *ssa.Return:
			return true
		}
		return false
	})
}

// roundTrip is inFunc for a type of the package that is a transport.
func (d *dialer) roundTrip(t types.Type) (test taint.Hop) {
	prog := d.in.Pkg.Prog
	m := prog.MethodSets.MethodSet(t).Lookup(nil, "RoundTrip")
	if m == nil || m.Obj().Pkg() != d.in.Pkg.Pkg {
		return test
	}
	return d.inFunc(prog.MethodValue(m))
}

// dials is what Summary.Dials says of the function of f.
func (f *frame) dials() (test taint.Hop) {
	d, sig := &dialer{frame: f}, f.fn.Signature
	switch {
	case f.fn.Blocks == nil || sig.Results().Len() == 0:
	case slices.Contains(connecting, typeKey(sig.Results().At(0).Type())):
		return d.ofEach(resultsOf(f.fn, 0))
	case typeKey(sig.Results().At(0).Type()) == "net.Conn" || getsAddress(sig):
		return d.inFunc(f.fn)
	}
	return test
}

// connecting are the types with checkedFields, and their interface.
var connecting = append(slices.Sorted(maps.Keys(checkedFields)), "net/http.RoundTripper")

// getsAddress reports whether a function may look at the address of a connection: a Control, or one that has an address.
func getsAddress(sig *types.Signature) bool {
	for p := range sig.Params().Variables() {
		if slices.Contains([]string{"syscall.RawConn", "net.IP", "net.IPAddr", "net/netip.Addr", "net/netip.AddrPort"}, typeKey(p.Type())) {
			return true
		}
	}
	return false
}

// typeKey returns the name of the type that t is, or points to, "" if it has none.
func typeKey(t types.Type) string {
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil {
		return n.Obj().Pkg().Path() + "." + n.Obj().Name()
	}
	return ""
}

// storedInField returns what is stored in a field of what v refers to.
func storedInField(v ssa.Value, name string) (values []ssa.Value) {
	if v.Referrers() == nil {
		return nil
	}
	for _, ref := range *v.Referrers() {
		a, ok := ref.(*ssa.FieldAddr)
		if !ok || a.X != v {
			continue
		}
		if t, index := structOf(a); under(t).(*types.Struct).Field(index).Name() != name {
			continue
		}
		for _, ref := range *a.Referrers() {
			if s, ok := ref.(*ssa.Store); ok && s.Addr == ssa.Value(a) {
				values = append(values, s.Val)
			}
		}
	}
	return values
}
