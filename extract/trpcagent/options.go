package trpcagent

// This file reads options: values that a constructor applies in order, so that
// the last of a kind counts.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph/reason"
)

// options are those of one call, each with the conditions under which it is given.
type options struct {
	a    *assembly.Assembly
	list []assembly.Value
	more *assembly.Unknown // why there may be others
}

// optionsOf returns the options in a list. One that every alternative of the list
// has is given without a condition.
func (a *registry) optionsOf(list assembly.Value) options {
	out := options{a: a.Assembly}
	alts := list.Each()
	count := make(map[*assembly.Object]int)
	for _, alt := range alts {
		elems, more := alt.List()
		if more != nil {
			out.more = more
		}
		for _, x := range elems {
			o := x.Object()
			if o == nil {
				out.more = unknownOption(x)
				continue
			}
			if count[o]++; count[o] == 1 {
				out.list = append(out.list, x)
			}
		}
	}
	for i, x := range out.list {
		if len(alts) > 1 && count[x.Object()] == len(alts) {
			out.list[i].Guard = nil
		}
	}
	return out
}

// unknownOption returns why an option is not known, nil if it is none.
func unknownOption(v assembly.Value) *assembly.Unknown {
	if v.IsZero() {
		return nil
	}
	return v.Why(reason.OwnOption)
}

// active returns the options of a key that may count: the last that is given
// without a condition, and those after it.
func (o options) active(key string) []assembly.Value {
	var out []assembly.Value
	for _, x := range o.all(key) {
		if x.Always() {
			out = nil
		}
		out = append(out, x)
	}
	return out
}

// has reports whether an option is given.
func (o options) has(key string) bool { return len(o.active(key)) > 0 }

// all returns the options of a key, for those that add to what others say.
func (o options) all(key string) []assembly.Value {
	return slices.DeleteFunc(slices.Clone(o.list), func(x assembly.Value) bool { return x.Object().Kind != "option:"+key })
}

// value returns the value that an option sets: zero if it is not given, not known if that
// depends on a condition.
func (o options) value(key string) assembly.Value {
	list := o.active(key)
	switch {
	case len(list) == 0:
		return o.a.Unset()
	case len(list) == 1 && list[0].Always():
		return list[0].Arg("value")
	}
	return o.a.Of(&assembly.Unknown{Reason: reason.Of(reason.Conditional), Pos: list[0].Object().Pos})
}

// elems returns the elements of the lists that an option sets, and why there may
// be more.
func (o options) elems(key string) (elems []assembly.Value, more *assembly.Unknown) {
	for _, x := range o.active(key) {
		list, open := x.Arg("value").Elems()
		elems = append(elems, list...)
		if open != nil {
			more = open
		}
	}
	return elems, more
}
