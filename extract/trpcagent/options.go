package trpcagent

// This file reads options: values that a constructor applies in order, so that
// the last of a kind counts.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/interp"
)

// options are those of one call.
type options struct {
	list []option
	more *interp.Unknown // why there may be others
}

// option is one of them, with the conditions under which it is given.
type option struct {
	obj   *interp.Object
	guard interp.Guard
}

// optionsOf returns the options in a list. One that every alternative of the list
// has is given without a condition.
func optionsOf(list interp.Value) options {
	var out options
	alts := interp.Alternatives(list)
	count := make(map[*interp.Object]int)
	for _, alt := range alts {
		elems, more := interp.Elems(alt.V)
		if more != nil {
			out.more = more
		}
		for _, e := range elems {
			for _, x := range interp.Alternatives(e.V) {
				o, ok := interp.Unwrap(x.V).(*interp.Object)
				if !ok {
					out.more = unknownOption(x.V)
					continue
				}
				if count[o]++; count[o] == 1 {
					out.list = append(out.list, option{o, slices.Concat(alt.Guard, e.Guard, x.Guard)})
				}
			}
		}
	}
	for i, x := range out.list {
		if len(alts) > 1 && count[x.obj] == len(alts) {
			out.list[i].guard = nil
		}
	}
	return out
}

// unknownOption returns why an option is not known, nil if it is none.
func unknownOption(v interp.Value) *interp.Unknown {
	if interp.IsZero(v) {
		return nil
	}
	if u := asUnknown(v); u != nil {
		return u
	}
	return &interp.Unknown{Reason: "it is an option of the program's own"}
}

// active returns the options of a key that may count: the last that is given
// without a condition, and those after it.
func (o options) active(key string) []option {
	var out []option
	for _, x := range o.list {
		if x.obj.Kind != "option:"+key {
			continue
		}
		if len(x.guard) == 0 {
			out = nil
		}
		out = append(out, x)
	}
	return out
}

// all returns the options of a key, for those that add to what others say.
func (o options) all(key string) []option {
	return slices.DeleteFunc(slices.Clone(o.list), func(x option) bool { return x.obj.Kind != "option:"+key })
}

// value returns the value that an option sets: Zero if it is not given, an Unknown
// if that depends on a condition.
func (o options) value(key string) interp.Value {
	list := o.active(key)
	switch {
	case len(list) == 0:
		return interp.Zero{}
	case len(list) == 1 && len(list[0].guard) == 0:
		return list[0].obj.Arg("value")
	}
	return &interp.Unknown{Reason: "it depends on a condition", Pos: list[0].obj.Pos}
}

// elems returns the elements of the lists that an option sets, and why there may
// be more.
func (o options) elems(key string) (elems []interp.Alt, more *interp.Unknown) {
	for _, x := range o.active(key) {
		list, open := interp.Elems(x.obj.Arg("value"))
		for _, e := range list {
			elems = append(elems, interp.Alt{V: e.V, Guard: slices.Concat(x.guard, e.Guard)})
		}
		if open != nil {
			more = open
		}
	}
	return elems, more
}
