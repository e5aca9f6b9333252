package module

// This file makes what is said of a package a fact of it, for drivers that show one package at
// a time.

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"fmt"
	"go/types"
	"io"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// carried is the fact of a package that is no command: what is said of it and of those that
// it imports and its importers do not see. Facts reach a package from what it imports and
// from what the exported API of that mentions, and from no further.
type carried struct{ Parts []part }

// A part is what is said of a package, as compressed JSON.
type part struct {
	Path string
	Data []byte
}

func (*carried) AFact() {}

func (c *carried) String() string { return "carried" }

// carry makes p the fact of its package. Its findings are left out: it reports them itself; and its settings, of which only all commands
// of a module together show whether nothing obeys one.
func carry(pass *analysis.Pass, p *Package) error {
	alone := *p
	alone.Findings, alone.Settings = nil, nil
	own, err := pack(&alone)
	if err != nil {
		return err
	}
	seen := mentioned(pass.Pkg)
	hidden := parts(pass, func(imported *types.Package) bool { return !seen[imported] })
	pass.ExportPackageFact(&carried{append(hidden, own)})
	return nil
}

// parts returns what the facts of some packages carry, each once, sorted by path.
func parts(pass *analysis.Pass, of func(*types.Package) bool) (list []part) {
	for _, f := range pass.AllPackageFacts() {
		if c, ok := f.Fact.(*carried); ok && f.Package != pass.Pkg && of(f.Package) {
			list = append(list, c.Parts...)
		}
	}
	slices.SortFunc(list, func(a, b part) int { return strings.Compare(a.Path, b.Path) })
	return slices.CompactFunc(list, func(a, b part) bool { return a.Path == b.Path })
}

func pack(p *Package) (part, error) {
	data, err := json.Marshal(p)
	if err != nil {
		return part{}, fmt.Errorf("what is said of %s: %w", p.Path, err)
	}
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestSpeed)
	if err != nil {
		return part{}, err
	}
	if _, err := w.Write(data); err != nil {
		return part{}, err
	}
	if err := w.Close(); err != nil {
		return part{}, err
	}
	return part{p.Path, out.Bytes()}, nil
}

func (a part) unpack() (*Package, error) {
	data, err := io.ReadAll(flate.NewReader(bytes.NewReader(a.Data)))
	if err != nil {
		return nil, fmt.Errorf("what is said of %s: %w", a.Path, err)
	}
	p := new(Package)
	if err := json.Unmarshal(data, p); err != nil {
		return nil, fmt.Errorf("what is said of %s: %w", a.Path, err)
	}
	return p, nil
}

// mentioned returns packages that the exported API of pkg mentions: not all of them, since it
// does not look into their types in turn.
func mentioned(pkg *types.Package) map[*types.Package]bool {
	out := make(map[*types.Package]bool)
	done := make(map[types.Type]bool)
	var visit func(types.Type)
	tuple := func(t *types.Tuple) {
		for v := range t.Variables() {
			visit(v.Type())
		}
	}
	visit = func(t types.Type) {
		if done[t] {
			return
		}
		done[t] = true
		switch t := types.Unalias(t).(type) {
		case *types.Named:
			if t.Obj().Pkg() != pkg {
				out[t.Obj().Pkg()] = true
				return
			}
			for m := range t.Methods() {
				if m.Exported() {
					visit(m.Type())
				}
			}
			visit(t.Underlying())
		case *types.Struct:
			for f := range t.Fields() {
				visit(f.Type())
			}
		case *types.Interface:
			for m := range t.ExplicitMethods() {
				visit(m.Type())
			}
		case *types.Signature:
			tuple(t.Params())
			tuple(t.Results())
		case *types.Map:
			visit(t.Key())
			visit(t.Elem())
		case interface{ Elem() types.Type }: // a pointer, a slice, an array, a channel
			visit(t.Elem())
		}
	}
	for _, name := range pkg.Scope().Names() {
		if obj := pkg.Scope().Lookup(name); obj.Exported() {
			visit(obj.Type())
		}
	}
	return out
}
