package mend

import (
	"context"
	"os/exec"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/cmd/agentvet/internal/overlay"
	"github.com/agentvet/agentvet/graph"
)

// A Config says what to mend.
type Config struct {
	// Command returns the go command with arguments, as the user would run it.
	Command func(ctx context.Context, args ...string) *exec.Cmd
	Dir     string           // where it runs
	Flags   []string         // build flags of the user, such as -tags
	Overlay *overlay.Overlay // gets the files that are changed
}

// Mended is a program that builds, and what it lacks.
type Mended struct {
	Flags  []string // for the go command, the build flags of the user among them
	Env    []string // for the go command
	Losses []*Loss  // by package
}

// A Loss is what is not there of one package.
type Loss struct {
	Package string
	Errors  []string // why, in go's words
	Parts   []Part   // what was cut out, in order
	Whole   bool     // nothing of it was read
	Pos     graph.Pos
}

// A Part is a declaration or a file that was cut out.
type Part struct {
	Kind PartKind
	Name string
	Pos  graph.Pos
	// Missing is the package that cannot be had and that it needs, if that is why.
	Missing string
}

// A PartKind is what was cut out.
type PartKind uint8

const (
	Function PartKind = iota
	Variable
	Type
	File
	Import
)

const (
	maxLists  = 8  // of the packages: what is mended may show what else is broken
	maxChecks = 12 // of types for one list
)

// A mender mends.
type mender struct {
	ctx   context.Context
	c     Config
	paths []string

	flags, env []string
	mod        *workspace
	pkgs       map[string]*pkg
	order      []*pkg // imports first
	changed    bool   // since they were listed
}

// Mend changes what the go command sees of the packages called paths, and of what they
// import, until they build or no change helps.
func Mend(ctx context.Context, c Config, paths []string) (*Mended, error) {
	m := &mender{ctx: ctx, c: c, paths: paths, flags: c.Flags, pkgs: make(map[string]*pkg)}
	var err error
	if m.mod, err = readWorkspace(m); err != nil {
		return nil, err
	}
	for range maxLists {
		if err := m.read(); err != nil {
			return nil, err
		}
		m.changed = false
		if m.mendImports() {
			m.mendTypes()
		}
		if !m.changed {
			break
		}
		if err := m.write(); err != nil {
			return nil, err
		}
	}
	return &Mended{Flags: m.flags, Env: m.env, Losses: m.losses()}, nil
}

// read lists the packages anew.
func (m *mender) read() error {
	list, err := m.list()
	if err != nil {
		return err
	}
	m.order = m.order[:0]
	for _, l := range list {
		p := m.pkgs[l.ImportPath]
		if p == nil {
			p = &pkg{stubs: make(map[string]int)}
			m.pkgs[l.ImportPath] = p
		}
		if p.listed != nil { // its files are those that were listed first
			l.Dir, l.GoFiles, l.CgoFiles, l.Imports = p.Dir, p.GoFiles, p.CgoFiles, p.Imports
		} else if l.Module != nil {
			l.Dir = m.mod.original(l.Dir)
		}
		p.listed = l
		m.order = append(m.order, p)
	}
	return nil
}

// mendImports makes a place for packages that are missing, and empties those that the go
// command refuses. It reports whether all packages are known then.
func (m *mender) mendImports() (all bool) {
	all = true
	for _, p := range m.order {
		switch {
		case p.Error == nil || p.empty || p.gone:
		case p.Standard:
			m.withoutCgo(p)
		case len(p.GoFiles)+len(p.CgoFiles) == 0:
			if m.mod.withholds(p) {
				all = false
				continue
			}
			p.missing = true
			if m.mod.vendor && m.mod.ownDir(p.ImportPath) == "" {
				p.gone = true // vendor/modules.txt cannot be overlaid
				p.said(p.Error.lines())
			} else {
				m.clear(p)
			}
		case strings.Contains(p.Error.Err, "no matching files found"):
			m.cutEmbeds(p)
		case slices.ContainsFunc(refusals, func(words string) bool { return strings.Contains(p.Error.Err, words) }):
			m.clear(p)
		}
	}
	return all
}

// refusals are errors about a package as a whole, in the words of the go command.
var refusals = []string{
	"found packages ", "import cycle not allowed", "use of internal package", "is a program, not an importable package",
}

// clear makes p a package of which nothing is known.
func (m *mender) clear(p *pkg) {
	if p.Error != nil {
		if why := m.mod.why[m.mod.required(p.ImportPath)]; why != "" {
			p.Error.Err = why
		}
		p.said(p.Error.lines())
	}
	if p.Name == "" {
		p.Name = m.guessName(p.ImportPath)
	}
	p.empty, p.changed, m.changed = true, true, true
}

// withoutCgo has the go command leave out the files that need a C compiler: that of p
// fails.
func (m *mender) withoutCgo(p *pkg) {
	if slices.Contains(m.env, noCgo) || p.Error == nil {
		return
	}
	m.env = append(m.env, noCgo)
	m.changed = true
	for _, q := range m.order {
		if q.Standard || len(q.CgoFiles) == 0 {
			continue
		}
		q.said(p.Error.lines())
		for _, name := range q.CgoFiles {
			q.lose(Part{Kind: File, Name: name, Pos: graph.Pos{File: q.path(name), Line: 1, Col: 1}})
		}
		q.CgoFiles = nil
	}
}

const noCgo = "CGO_ENABLED=0"

// losses returns what was lost, by package.
func (m *mender) losses() []*Loss {
	var out []*Loss
	for _, p := range m.pkgs {
		if p.loss != nil && !p.missing {
			p.loss.Package = p.ImportPath
			p.loss.Whole, p.loss.Pos = p.empty, p.at()
			m.because(p)
			out = append(out, p.loss)
		}
	}
	slices.SortFunc(out, func(a, b *Loss) int { return strings.Compare(a.Package, b.Package) })
	return out
}

// because adds to the reasons of p what the go command says of the packages that p imports
// and that are missing.
func (m *mender) because(p *pkg) {
	var lines []string
	for _, path := range p.Imports {
		if q := m.imported(p, path); q != nil && q.missing && q.loss != nil {
			lines = append(lines, q.loss.Errors...)
		}
	}
	p.loss.Errors = append(lines, p.loss.Errors...)
}

// importsMissing reports whether a package that p imports cannot be had.
func (m *mender) importsMissing(p *pkg) bool {
	return slices.ContainsFunc(p.Imports, func(path string) bool {
		q := m.imported(p, path)
		return q != nil && q.missing
	})
}

// imported returns the package that p calls path.
func (m *mender) imported(p *pkg, path string) *pkg {
	if to, ok := p.ImportMap[path]; ok {
		path = to
	}
	return m.pkgs[path]
}
