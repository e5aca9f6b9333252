package library

// This file compares a row on data with what it is about.

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/agentvet/agentvet/internal/annotation"
)

// Misfit returns what obj is and what r takes it to have that it has not, "" for nothing.
func Misfit(r *Data, obj types.Object) (is, lacks string) {
	switch obj := obj.(type) {
	case *types.Func:
		is = types.TypeString(obj.Signature(), types.RelativeTo(obj.Pkg()))
		if r.Field || r.Type {
			return is, "place of a field or of a type"
		}
		return is, lackedPlace(r, obj.Signature())
	case *types.TypeName:
		if !r.Type {
			return "a type", "arguments and results; the place of all its values is `type`, of a source"
		}
	case *types.Var:
		switch {
		case obj.IsField() && !r.Field:
			return "a field", "arguments and results; its place is `field`, of a source, a sink or a sanitizer"
		case obj.IsField() && r.Verb == VerbBound && !annotation.IsNumeric(obj.Type()):
			return "a field of type " + types.TypeString(obj.Type(), types.RelativeTo(obj.Pkg())), "number that could keep a bound"
		case !obj.IsField() && (r.Verb != VerbFlow || len(r.Passes) > 0):
			return "a variable", "arguments and results; `flow " + r.Name + "` would say that nothing comes out of it"
		}
	}
	return "", ""
}

// lackedPlace returns the place of r that a function has not, "" if it has all.
func lackedPlace(r *Data, sig *types.Signature) string {
	places := slices.Clone(r.Places)
	for _, pass := range r.Passes {
		places = append(append(places, pass.From...), pass.To...)
	}
	if r.Where != nil && r.Where.Calls == "" && !(r.Where.List && r.IsMethod()) { // of a method, the list is that of its receiver
		places = append(places, Place{Index: r.Where.Index})
	}
	switch r.Verb {
	case VerbPut, VerbGet, VerbShare:
		places = append(places, Place{Index: r.Index})
	}
	for _, at := range places {
		what, n := "argument", sig.Params().Len()
		if at.Result {
			what, n = "result", sig.Results().Len()
		}
		switch {
		case at.Index == Recv && sig.Recv() == nil:
			return "receiver"
		case at.Index == Each && n == 0:
			return what
		case at.Index >= n:
			return fmt.Sprintf("%s %d", what, at.Index)
		}
	}
	switch {
	case r.Verb == VerbShare && !takes(sig.Params().At(r.Index).Type(), r.Param):
		return fmt.Sprintf("function with a parameter %d as argument %d", r.Param, r.Index)
	case r.Verb == VerbValidator && !mayAnswer(sig, r.Answer):
		return "last result that is " + r.Answer
	}
	return ""
}

// takes reports whether t is a function with a parameter of that number.
func takes(t types.Type, param int) bool {
	sig, ok := t.Underlying().(*types.Signature)
	return ok && param < sig.Params().Len()
}

// mayAnswer reports whether the last result of a function can be the answer that a
// validator gives, or the one before an error. That some error is the answer can be said of a function whose result
// before it is never nil.
func mayAnswer(sig *types.Signature, answer string) bool {
	n := sig.Results().Len()
	isTruth := answer == "true" || answer == "false"
	if n > 1 && answer != "nil" && types.Identical(sig.Results().At(n-1).Type(), types.Universe.Lookup("error").Type()) {
		if _, isBasic := sig.Results().At(n - 2).Type().Underlying().(*types.Basic); isBasic && answer == "some" {
			return true
		}
		n--
	}
	if n == 0 {
		return false
	}
	switch t := sig.Results().At(n - 1).Type().Underlying().(type) {
	case *types.Basic:
		return isTruth && t.Info()&types.IsBoolean != 0
	case *types.Interface, *types.Pointer, *types.Slice, *types.Map, *types.Signature, *types.Chan:
		return !isTruth
	}
	return false
}
