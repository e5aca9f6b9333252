package ssaflow

// This file says where a secret is at home: in what a library calls a key, a token or
// a password. A client keeps what it signs in with. That it hands it out again, in an
// answer or in an error, would be a mistake of the library, and every use of a client
// would be a finding if it were assumed.

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
)

// credentialWords are parts of names that are for secrets, in lower case: those by
// which the table knows the secrets of the environment.
var credentialWords = []string{"key", "token", "secret", "passw", "credential"}

func isCredential(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(credentialWords, func(word string) bool { return strings.Contains(name, word) })
}

// isEnvironment reports whether a name is that of what a library gives a program that it starts
// as its environment.
func isEnvironment(name string) bool {
	return slices.Contains([]string{"env", "envs", "environ", "environment", "envvars"}, strings.ToLower(name))
}

// secretOnly is what data loses where it is at home.
var secretOnly = taint.Labels{"secret"}

// keptInField returns the labels that data loses where i stores it: in a field of a
// struct type of a library.
func (p *program) keptInField(i *ssa.Store) taint.Labels {
	field, ok := i.Addr.(*ssa.FieldAddr)
	if !ok {
		return nil
	}
	t := under(field.X.Type()).(*types.Pointer).Elem()
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || !p.isForeign(named.Obj().Pkg()) {
		return nil
	}
	if name := fieldName(t, field.Field); !isCredential(name) && !isEnvironment(name) {
		return nil
	}
	return secretOnly
}

// keptByCallee returns the labels that the argument n of the call k loses in the code of
// a library. Code that returns text may return what it was given.
func (p *program) keptByCallee(k *call, n int) taint.Labels {
	if !p.callsLibrary(k) {
		return nil
	}
	fn, sig := k.callee(), k.common.Signature()
	n -= len(k.args) - sig.Params().Len() // the receiver comes first
	if n < 0 {
		return nil
	}
	param := sig.Params().At(n)
	if list, ok := under(param.Type()).(*types.Slice); ok && isText(list.Elem()) && isEnvironment(param.Name()) {
		return secretOnly
	}
	if !isText(param.Type()) {
		return nil
	}
	for result := range sig.Results().Variables() {
		if isText(result.Type()) {
			return nil
		}
	}
	if !isCredential(fn.Name()) && !isCredential(param.Name()) {
		return nil
	}
	return secretOnly
}

// callsLibrary reports whether k calls a function of a library, or a method of an interface
// that a library declares.
func (p *program) callsLibrary(k *call) bool {
	fn := k.callee()
	return fn != nil && p.isForeign(fn.Pkg())
}

// callee returns the function or the method of an interface that k calls, nil if that is
// not known where the call stands.
func (k *call) callee() *types.Func {
	if k.common == nil {
		return nil
	}
	if callee := k.common.StaticCallee(); callee != nil {
		return funcid.Declared(callee)
	}
	return k.iface
}

// isHolder reports whether arguments of type t are things of which a secret may be a part: a
// client, a configuration, a context, a map, what a function has captured. A library does not
// write a secret that it finds in one to another place of the same thing, nor into an error;
// what a function returns that it calls, it may. Lists, and values of which only their text is
// known, are no holders: they are how functions take texts.
func isHolder(t types.Type) bool {
	switch t := underOf(t).(type) {
	case *types.Pointer:
		_, ok := t.Elem().Underlying().(*types.Struct)
		return ok
	case *types.Struct, *types.Map, *types.Chan, *types.Signature:
		return true
	case *types.Interface:
		for m := range t.Methods() {
			if slices.Contains(textMethods, m.Name()) {
				return false
			}
		}
		return t.NumMethods() > 0
	}
	return false
}

// isClient reports whether t is a struct type of a library, or a pointer to one: the library
// does not write a secret that it finds there to other arguments, nor hand it to functions that
// it calls.
func (p *program) isClient(t types.Type) bool {
	if t == nil {
		return false
	}
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	return ok && isStruct(t) && p.isForeign(named.Obj().Pkg())
}

// textMethods are methods by which code gets the text of a value.
var textMethods = []string{
	"Error", "Format", "GoString", "LogValue", "MarshalBinary", "MarshalJSON", "MarshalText", "MarshalYAML", "Read", "String",
}

// asked returns from which argument on k asks a client to do something: a method of a library that
// takes a context, or of what calls hosts. Its answer is not what the client signs in with. It is 0 if k
// does not ask a client.
func (p *program) asked(k *call) int {
	fn := k.callee()
	if !p.callsLibrary(k) || fn.Signature().Recv() == nil || isCredential(fn.Name()) {
		return 0
	}
	switch params := fn.Signature().Params(); {
	case params.Len() > 0 && isContext(params.At(0).Type()):
		return 2
	case p.callsHosts(fn.Signature()):
		return 1
	}
	return 0
}

// maxClient is how deep a client of hosts is looked for in the fields of another one.
const maxClient = 3

// callsHosts reports whether a method may fail, and its receiver has a client for HTTP, in fields.
func (p *program) callsHosts(sig *types.Signature) bool {
	n := sig.Results().Len()
	if n < 2 || !isError(sig.Results().At(n-1).Type()) {
		return false
	}
	var has func(t types.Type, depth int) bool
	has = func(t types.Type, depth int) bool {
		if ptr, ok := t.Underlying().(*types.Pointer); ok {
			t = ptr.Elem()
		}
		if named, ok := types.Unalias(t).(*types.Named); ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "net/http" && named.Obj().Name() == "Client" {
			return true
		}
		fields, ok := t.Underlying().(*types.Struct)
		if !ok || depth == 0 {
			return false
		}
		for field := range fields.Fields() {
			if has(field.Type(), depth-1) {
				return true
			}
		}
		return false
	}
	return p.isClient(sig.Recv().Type()) && has(sig.Recv().Type(), maxClient)
}

// isText reports whether t is a string or a slice of bytes.
func isText(t types.Type) bool {
	if s, ok := under(t).(*types.Slice); ok {
		e, ok := under(s.Elem()).(*types.Basic)
		return ok && e.Kind() == types.Byte
	}
	b, ok := under(t).(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// isLibrary reports whether k calls a function of a library or of the standard library, or a
// method of an interface that one declares.
func (p *program) isLibrary(k *call) bool {
	fn := k.callee()
	return fn != nil && fn.Pkg() != nil && (library.IsStandard(fn.Pkg().Path()) || p.isForeign(fn.Pkg()))
}

// isForeign reports whether a package belongs to another module that is not the
// standard library.
func (p *program) isForeign(pkg *types.Package) bool {
	if pkg == nil || p.in.Module == "" || library.IsStandard(pkg.Path()) {
		return false
	}
	return pkg.Path() != p.in.Module && !strings.HasPrefix(pkg.Path(), p.in.Module+"/")
}
