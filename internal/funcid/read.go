package funcid

// This file reads identities.

import (
	"go/types"
	"strings"
)

// Source returns the identity without the marks of what the compiler makes of a method:
// that of the method as the source names it.
func Source(id string) string {
	for _, mark := range []string{boundMark, thunkMark, wrapperMark} {
		id = strings.TrimSuffix(id, mark)
	}
	return id
}

// IsWrapper reports whether the compiler wrote the function: one that a type has by
// embedding, or by way of a pointer.
func IsWrapper(id string) bool { return strings.HasSuffix(id, wrapperMark) }

// Package returns the package path in the identity of a function, in a key, or in the name of
// a type or a variable. Where there is none, as in (error).Error, it is what stands in its
// place.
func Package(id string) string {
	if strings.HasPrefix(id, "(") {
		pkg, _, _ := split(id)
		return pkg
	}
	return pathOf(strings.TrimPrefix(id, "*"))
}

// Name returns the name of a function or a method alone, without any mark.
func Name(id string) string {
	id = Source(id)
	return id[strings.LastIndexAny(id, "./")+1:]
}

// Key returns what rows, and readers, call a function: the package, a dot, and the name,
// that of a method after the name of its type. Other names are their own keys.
func Key(id string) string {
	if !strings.HasPrefix(id, "(") {
		return id
	}
	pkg, typ, name := split(id)
	if typ == "" {
		return pkg + "." + name
	}
	return pkg + "." + typ + "." + name
}

// split returns the parts of an identity; a function has no type.
func split(id string) (pkg, typ, name string) {
	if receiver, method, ok := strings.Cut(id, ")."); ok && id[0] == '(' {
		pkg, typ = last(strings.TrimLeft(receiver, "(*"))
		return pkg, typ, method
	}
	pkg, name = last(id)
	return pkg, "", name
}

// last returns what stands before and after the last dot of a name.
func last(name string) (pkg, rest string) {
	name = plain(name)
	if dot := strings.LastIndexByte(name, '.'); dot > strings.LastIndexByte(name, '/') {
		return name[:dot], name[dot+1:]
	}
	return name, ""
}

// plain returns a name without type arguments, which have paths too.
func plain(name string) string {
	if i := strings.IndexByte(name, '['); i >= 0 {
		return name[:i]
	}
	return name
}

// pathOf returns the package path of a name, which may be a key. A dot in the last element
// of a path is seen where what follows cannot be a name: nats.go, and yaml.v3 of gopkg.in.
func pathOf(name string) string {
	name = plain(name)
	at := strings.LastIndexByte(name, '/') + 1
	versioned := strings.HasPrefix(name, "gopkg.in/")
	for {
		dot := strings.IndexByte(name[at:], '.')
		if dot < 0 {
			return name
		}
		at += dot + 1
		word, _, more := strings.Cut(name[at:], ".")
		if !more || word != "go" && !(versioned && isVersion(word)) {
			return name[:at-1]
		}
	}
}

// isVersion reports whether a word is a major version: v3.
func isVersion(word string) bool {
	digits, ok := strings.CutPrefix(word, "v")
	return ok && digits != "" && strings.Trim(digits, "0123456789") == ""
}

// Methods returns the identities that a method of a type may have, by the name of the type
// with full package paths: a pointer has those of what it points to, too.
func Methods(typ, name string) []string {
	by := []string{"(" + typ + ")." + name}
	if elem, ok := strings.CutPrefix(typ, "*"); ok {
		by = append(by, "("+elem+")."+name)
	}
	return by
}

// IsMethodOf reports whether a declared method is that of a type, or of a pointer to it, by
// the name of the type with full package paths.
func IsMethodOf(id, typ string) bool {
	receiver, method, ok := strings.Cut(id, ").")
	return ok && strings.TrimLeft(receiver, "(*") == typ && !strings.Contains(method, "$")
}

// Find returns the declared function with an identity among packages by their paths, nil if
// there is none. A method that a type has by embedding is found by the name of the type.
func Find(packages map[string]*types.Package, id string) *types.Func {
	path, typ, name := split(id)
	pkg := packages[path]
	if pkg == nil {
		return nil
	}
	if typ == "" {
		fn, _ := pkg.Scope().Lookup(name).(*types.Func)
		return fn
	}
	t := pkg.Scope().Lookup(typ)
	if t == nil {
		return nil
	}
	obj, _, _ := types.LookupFieldOrMethod(t.Type(), true, pkg, name)
	fn, _ := obj.(*types.Func)
	return fn
}
