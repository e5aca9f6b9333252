package interp

// This file knows what the standard library keeps for a program and gives back:
// channels, contexts, sync and sync/atomic. Their values are structs of the
// program with fields that no program can name.

import (
	"strings"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/internal/funcid"
)

// channelUse is the callee of the Use of an object that is sent on a channel.
const channelUse = "a channel"

// newChannel returns a channel: what was sent, and how much of it is received.
// Goroutines run where they stand, so that who receives first may find nothing:
// what it gets is then not known.
func newChannel(born *birth) Value {
	return Ptr{&Cell{v: &Struct{Type: "chan", Fields: map[string]*Cell{
		"sent": {v: Slice{}, born: born}, "next": {v: intConst(0), born: born}, "closed": {v: boolConst(false), born: born},
	}, born: born}, born: born}}
}

// channel returns the struct of a channel, or nil.
func channel(v Value) *Struct {
	if s, ok := Deref(v).(*Struct); ok && s.Type == "chan" {
		return s
	}
	return nil
}

func (m *Machine) send(ch, v Value, pos graph.Pos) {
	m.noteDoing("send", pos)
	(&escaping{m: m, callee: channelUse, pos: pos}).uses(&Cell{v: v})
	for _, alt := range Alternatives(ch) {
		if c := channel(alt.V); c != nil {
			sent := c.field("sent")
			m.trail.set(sent, m.appendValues(sent.v, List(guarded(v, alt.Guard)), pos))
		}
	}
}

func (m *Machine) closeChannel(ch Value) {
	for _, alt := range Alternatives(ch) {
		if c := channel(alt.V); c != nil {
			m.trail.set(c.field("closed"), joinGuarded(keepUnder(c.field("closed").v, alt.Guard), boolConst(true), alt.Guard))
		}
	}
}

// receive returns the next value of a channel and whether there is one.
func (m *Machine) receive(ch Value, pos graph.Pos) (v, ok Value) {
	unknown := func() (Value, Value) {
		return &Unknown{Reason: reason.Of(reason.Channel), Pos: pos}, &Unknown{Reason: reason.Of(reason.Channel), Pos: pos}
	}
	c := channel(ch)
	if c == nil {
		return unknown()
	}
	sent, isSlice := c.field("sent").v.(Slice)
	next, isInt := AsInt(c.field("next").v)
	closed, isBool := AsBool(c.field("closed").v)
	switch {
	case !isSlice || !isInt:
	case next < len(sent.Elems) && !isOptional(sent.Elems[next]):
		m.trail.set(c.field("next"), intConst(next+1))
		return orZero(sent.Elems[next].v), boolConst(true)
	case next >= len(sent.Elems) && sent.More == nil && closed && isBool:
		return Zero{}, boolConst(false)
	}
	return unknown()
}

// hidden returns the variable in which a value of the standard library keeps what
// the program gave it, nil if the value is not known.
func hidden(v Value, name string) *Cell {
	p, ok := Unwrap(v).(Ptr)
	if !ok {
		return nil
	}
	switch x := p.Cell.v.(type) {
	case *Struct:
		return x.field(name)
	case nil, Zero:
		s := &Struct{Fields: make(map[string]*Cell), born: p.Cell.born}
		p.Cell.v = s
		return s.field(name)
	}
	return nil
}

// stdSync runs functions of context, sync and sync/atomic.
func (m *Machine) stdSync(s *site, id string, free []Value) (v Value, ok bool) {
	if pkg := funcid.Package(id); pkg == "sync" || pkg == "sync/atomic" || strings.HasSuffix(pkg, "/errgroup") {
		m.somethingHappens() // others may have waited for this
	}
	switch id {
	case "context.WithValue":
		return Iface{"*" + contextType, m.NewStruct(contextType, map[string]Value{"parent": s.args[0], "key": s.args[1], "val": s.args[2]})}, true
	case "context.WithCancel", "context.WithTimeout", "context.WithDeadline", "context.WithCancelCause":
		return Tuple{s.args[0], &Unknown{Reason: reason.Of(reason.Cancels), Pos: s.pos}}, true
	case "context.WithoutCancel":
		return s.args[0], true
	case "(*sync.WaitGroup).Go", "(*golang.org/x/sync/errgroup.Group).Go", "(*golang.org/x/sync/errgroup.Group).TryGo":
		m.rec.spawned(func() { m.callNoArgs(s, s.args[1]) })
		return m.unknownResult(s, reason.ResultOf, ShortFunc(id)), true
	case "(*sync.Once).Do":
		return m.once(s, s.args[0], hidden(s.args[0], "done"), s.args[1]), true
	case "sync.OnceFunc", "sync.OnceValue", "sync.OnceValues":
		return FuncValue{ID: id + "$1", Bindings: []Value{Ptr{&Cell{born: m.trail.birth()}}, s.args[0]}}, true
	case "sync.OnceFunc$1", "sync.OnceValue$1", "sync.OnceValues$1":
		return m.once(s, free[0], free[0].(Ptr).Cell, free[1]), true
	case "(*sync/atomic.Bool).Store", "(*sync/atomic.Bool).Load", "(*sync/atomic.Int32).Store", "(*sync/atomic.Int32).Load",
		"(*sync/atomic.Int64).Store", "(*sync/atomic.Int64).Load", "(*sync/atomic.Value).Store", "(*sync/atomic.Value).Load",
		"(*sync/atomic.Pointer[T]).Store", "(*sync/atomic.Pointer[T]).Load":
		return m.atomic(s, strings.HasSuffix(id, "Store")), true
	}
	if method, isMap := strings.CutPrefix(id, "(*sync.Map)."); isMap {
		return m.syncMap(s, method)
	}
	return nil, false
}

// callNoArgs calls a function without parameters.
func (m *Machine) callNoArgs(s *site, f Value) Value {
	t := *s
	t.args = nil
	v, ok := m.callValue(&t, f)
	if !ok {
		return derived(s.pos)
	}
	return v
}

// once calls f unless done says that it was called; done keeps what it returned. For a function
// that is observed with what it does, an earlier call of it may have called f, if the object that
// is asked outlives the call.
func (m *Machine) once(s *site, by Value, done *Cell, f Value) Value {
	if p, ok := Unwrap(by).(Ptr); done == nil || ok && done.v == nil && m.outlives(p.Cell.born) {
		m.maybe(func() { m.callNoArgs(s, f) })
		return derived(s.pos, f)
	}
	if done.v == nil {
		m.trail.set(done, Tuple{})
		v := m.callNoArgs(s, f)
		m.trail.set(done, v)
	}
	return done.v
}

func (m *Machine) atomic(s *site, store bool) Value {
	c := hidden(s.args[0], "value")
	switch {
	case store && c != nil:
		m.trail.set(c, s.args[1])
		return Tuple{}
	case !store && c != nil && c.v != nil:
		m.reads(c.v, "*")
		return c.v
	case !store && c != nil && s.in.Res == "p":
		return Nil{}
	case store:
		m.use(s.args[1]) // it goes on in a variable that a caller has
	}
	return derived(s.pos, s.args...)
}

// syncMap runs a method of sync.Map on the map in it.
func (m *Machine) syncMap(s *site, method string) (Value, bool) {
	c := hidden(s.args[0], "map")
	if c == nil {
		return nil, false
	}
	if c.v == nil {
		c.v = &Map{born: c.born}
	}
	load := func() Tuple {
		in := *s.in
		in.Shape = 'p'
		in.Res = "pb"
		t, _ := m.lookup(&in, c.v, s.args[1], s.pos).(Tuple)
		return t
	}
	switch method {
	case "Store":
		m.mapUpdate(c.v, s.args[1], s.args[2], nil, s.pos)
		return Tuple{}, true
	case "Load":
		return load(), true
	case "LoadOrStore":
		t := load()
		if found, known := AsBool(t[1]); known && !found {
			m.mapUpdate(c.v, s.args[1], s.args[2], nil, s.pos)
			return Tuple{s.args[2], boolConst(false)}, true
		} else if known {
			return t, true
		}
		m.mapUpdate(c.v, s.args[1], s.args[2], nil, s.pos)
		return Tuple{join(t[0], s.args[2]), t[1]}, true
	case "Delete":
		m.deleteKey(c.v, s.args[1], s.pos)
		return Tuple{}, true
	case "Clear":
		m.clear(c.v, s.pos)
		return Tuple{}, true
	case "Range":
		var rows []Value
		more := Entries(c.v, func(k, v Value, g Guard) { rows = append(rows, guarded(Tuple{k, v}, g)) })
		m.iterate(s, sequence(rows, more), s.args[1])
		return Tuple{}, true
	}
	return nil, false
}

// contextType is the type behind a context with a value.
const contextType = "context.valueCtx"

// contextValue returns what a context has for a key; ok is false if it is no
// context of context.WithValue.
func contextValue(ctx, key Value, pos graph.Pos) (v Value, ok bool) {
	for {
		i, isIface := ctx.(Iface)
		if !isIface || i.Type != "*"+contextType {
			return nil, false
		}
		s, known := Deref(i.V).(*Struct)
		if !known {
			return derived(pos, Deref(i.V)), true
		}
		a, b := keyOf(s.field("key").v), keyOf(key)
		if a == "" || b == "" {
			return derived(pos, key), true
		}
		if a == b && DynamicType(s.field("key").v) == DynamicType(key) {
			return orZero(s.field("val").v), true
		}
		ctx = s.field("parent").v
		if _, more := ctx.(Iface); !more {
			return derived(pos, ctx), true
		}
	}
}
