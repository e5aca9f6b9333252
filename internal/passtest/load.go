package passtest

import (
	"go/types"
	"slices"
	"testing"

	"golang.org/x/tools/go/packages"
)

// Load loads packages from a directory, for an analysis that reads the source of all
// that they import but the standard library. Of that, extraction needs declarations
// only, and these come from the build cache: to type-check the source of what a small
// program imports takes longer than most tests.
//
// One thing is lost. SSA does not know which functions of the standard library never
// return; extraction knows them by name.
func Load(t testing.TB, dir string, env []string, patterns ...string) []*packages.Package {
	t.Helper()
	cfg := &packages.Config{Mode: packages.NeedName | packages.NeedImports | packages.NeedDeps | packages.NeedModule, Dir: dir, Env: env}
	named, err := packages.Load(cfg, patterns...)
	if err != nil {
		t.Fatalf("list %v in %s: %v", patterns, dir, err)
	}
	// What has its syntax loaded is what is named.
	var paths []string
	packages.Visit(named, nil, func(p *packages.Package) {
		if p.Module != nil || slices.Contains(named, p) {
			paths = append(paths, p.PkgPath)
		}
	})
	cfg.Mode = packages.LoadSyntax | packages.NeedModule
	all, err := packages.Load(cfg, paths...)
	if err != nil {
		t.Fatalf("load %v in %s: %v", paths, dir, err)
	}
	var pkgs []*packages.Package
	packages.Visit(all, nil, func(p *packages.Package) {
		for _, e := range p.Errors {
			t.Fatalf("load %s: %v", p.PkgPath, e)
		}
		if p.TypesInfo == nil {
			p.TypesInfo = new(types.Info) // passes want one of each package
		}
		if slices.ContainsFunc(named, func(n *packages.Package) bool { return n.PkgPath == p.PkgPath }) {
			pkgs = append(pkgs, p)
		}
	})
	return pkgs
}
