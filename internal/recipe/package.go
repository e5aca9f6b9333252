package recipe

// This file defines what one package tells its importers.

import (
	"bytes"
	"cmp"
	"compress/flate"
	"encoding/gob"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/internal/annotation"
	"github.com/agentvet/agentvet/internal/funcid"
)

// A Package is what importers need of a package: recipes of functions that may
// build something, and of everything that these refer to, also in other
// packages, because drivers show facts of direct imports only.
type Package struct {
	Funcs   []*Func
	Methods []Method
	Inits   []Init
	// Zeros are variables without an initial value that nothing changes but
	// functions of which recipes are here.
	Zeros []string
	// Starts are the functions that run when the package is initialised, and
	// before them those of its imports, as far as they may change variables that
	// importers see.
	Starts []string
	// Changes says which functions change package-level variables.
	Changes []Change
	// Closed are the positions of constructor calls whose outcome does not
	// depend on a caller: they are judged where they stand.
	Closed []string
	// Types are the types of parameters, results and type arguments of Funcs that
	// have annotations, and those that a tool may take its arguments in. Notes are
	// the directives on Funcs and in their files.
	Types []*annotation.Type
	Notes []annotation.Note
}

// A Method says which function a method of a concrete type is.
type Method struct{ Type, Name, Func string }

// An Init says which function initialises a package-level variable.
type Init struct{ Global, Func string }

// A Change says that a function, or what it calls, changes a variable.
type Change struct {
	Func, Global string
	// Any is the shape of a variable of a basic type that the function may set to
	// anything whenever it runs, which may be any time; 0 of others.
	Any Shape
}

// SetsOthers reports whether functions of the package with this path set variables of
// another one, which its readers do not ask it about.
func (p *Package) SetsOthers(path string) bool {
	return slices.ContainsFunc(p.Changes, func(c Change) bool { return c.Any != 0 && funcid.Package(c.Global) != path })
}

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
	slices.SortFunc(p.Notes, func(a, b annotation.Note) int { return a.Pos.Compare(b.Pos) })
	slices.SortFunc(p.Changes, func(a, b Change) int {
		return cmp.Or(strings.Compare(a.Func, b.Func), strings.Compare(a.Global, b.Global))
	})
	slices.Sort(p.Zeros)
	p.Zeros = slices.Compact(p.Zeros)
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
