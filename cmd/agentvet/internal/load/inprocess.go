package load

// This file analyses in this process what go vet cannot serve.

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/agentvet/agentvet/analyzers/module"
)

// inProcess adds what can be read of the packages called paths, without their
// tests.
func (r *Result) inProcess(ctx context.Context, c Config, paths []string) error {
	if len(paths) == 0 {
		return nil
	}
	loaded, err := loadCut(ctx, c, paths)
	if err != nil {
		return err
	}
	r.Notices = append(r.Notices, loaded.notices(cmp.Or(c.Base, c.Dir))...)
	graph, err := checker.Analyze([]*analysis.Analyzer{c.Analyzer}, loaded.readable(), nil)
	if err != nil {
		return err
	}
	slices.SortFunc(graph.Roots, func(a, b *checker.Action) int {
		return cmp.Compare(a.Package.ID, b.Package.ID)
	})
	for _, act := range graph.Roots {
		if act.Err != nil {
			r.Notices = append(r.Notices, fmt.Sprintf("%s was not analysed: %v", act.Package.PkgPath, act.Err))
			continue
		}
		r.Packages = append(r.Packages, act.Result.(*module.Package))
	}
	return nil
}

// A loaded program is packages from which the functions that do not type-check
// have been cut.
type loaded struct {
	roots []*packages.Package
	// broken has the first errors of each package that has any, by import
	// path, as they were before the cut.
	broken map[string][]packages.Error
	cut    map[string]int  // functions cut, by import path
	lost   map[string]bool // packages that are not readable even so
}

// loadCut loads packages and their dependencies with syntax, and cuts out
// functions that do not type-check until the rest does or no cut helps.
func loadCut(ctx context.Context, c Config, paths []string) (*loaded, error) {
	const rounds = 4 // a cut can only leave an import or a variable unused
	l := &loaded{broken: make(map[string][]packages.Error), cut: make(map[string]int)}
	overlay := make(map[string][]byte)
	for round := range rounds {
		cfg := c.packages(ctx, packages.LoadAllSyntax|packages.NeedModule)
		cfg.Overlay = overlay
		roots, err := packages.Load(cfg, paths...)
		if err != nil {
			return nil, err
		}
		l.roots, l.lost = roots, make(map[string]bool)
		progress := false
		packages.Visit(roots, nil, func(p *packages.Package) {
			if len(p.GoFiles) == 0 {
				return // does not exist; the packages that import it say so
			}
			if round == 0 && len(p.Errors) > 0 {
				l.broken[p.PkgPath] = p.Errors
			}
			if sound(p) {
				return
			}
			n := cutFunctions(p, overlay)
			l.cut[p.PkgPath] += n
			progress = progress || n > 0
			l.lost[p.PkgPath] = n == 0 || round == rounds-1 // what is cut last is not loaded again
		})
		if !progress {
			break
		}
	}
	l.release()
	return l, nil
}

// release lets the checker analyse every package that is readable: it refuses
// a package with any error in its dependencies, even one that the analysis
// never meets. A lost package has no facts to give to those that import it.
func (l *loaded) release() {
	packages.Visit(l.roots, nil, func(p *packages.Package) {
		if l.lost[p.PkgPath] {
			return
		}
		p.IllTyped = false
		for path, imp := range p.Imports {
			if l.lost[imp.PkgPath] {
				delete(p.Imports, path)
			}
		}
	})
}

// readable returns the root packages that can be analysed.
func (l *loaded) readable() []*packages.Package {
	return slices.DeleteFunc(slices.Clone(l.roots), func(p *packages.Package) bool { return l.lost[p.PkgPath] })
}

// notices says what of the program was not read, package by package.
func (l *loaded) notices(dir string) []string {
	const most = 5 // errors shown for one package
	paths := make([]string, 0, len(l.broken))
	for path := range l.broken {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	var out []string
	for _, path := range paths {
		var b strings.Builder
		fmt.Fprintf(&b, "package %s does not type-check; %s:", path, l.extent(path))
		errs := l.broken[path]
		for _, e := range errs[:min(len(errs), most)] {
			fmt.Fprintf(&b, "\n    %s", errorLine(dir, e))
		}
		if n := len(errs) - most; n > 0 {
			fmt.Fprintf(&b, "\n    and %d more", n)
		}
		out = append(out, b.String())
	}
	return out
}

// extent says how much of a broken package was read.
func (l *loaded) extent(path string) string {
	switch n := l.cut[path]; {
	case l.lost[path]:
		return "it was not read"
	case n == 0:
		return "all of its functions were read"
	case n == 1:
		return "1 of its functions was not read"
	default:
		return fmt.Sprintf("%d of its functions were not read", n)
	}
}

// errorLine formats a load error with its position relative to dir.
func errorLine(dir string, e packages.Error) string {
	lines := strings.Split(strings.TrimSpace(e.Msg), "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	msg := strings.Join(lines, "\n        ")
	if e.Pos == "" || e.Pos == "-" {
		return msg
	}
	pos := e.Pos
	if rel, err := filepath.Rel(dir, pos); err == nil && len(rel) < len(pos) {
		pos = filepath.ToSlash(rel)
	}
	return pos + ": " + msg
}
