package directive

import (
	"bytes"
	"go/ast"
	"go/token"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/internal/diagnose"
	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/workflow"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/annotation"
)

// Analyzer is New without a policy file.
var Analyzer = New(nil)

// New returns the analyzer that parses the directives of a package. Its result is
// a *Set. The policy, which may be nil, judges what it finds.
func New(p *policy.Policy) *analysis.Analyzer {
	if p == nil {
		p = policy.Default()
	}
	return &analysis.Analyzer{
		Name:             "directive",
		Doc:              "report malformed //agentvet: directives\n\nAn //agentvet:ignore directive needs a rule that exists and a reason.",
		URL:              "https://pkg.go.dev/github.com/agentvet/agentvet/analyzers/internal/directive",
		Requires:         []*analysis.Analyzer{workflow.Annotations, Policies},
		ResultType:       reflect.TypeFor[*Set](),
		FactTypes:        []analysis.Fact{new(silent)},
		RunDespiteErrors: true,
		Run:              func(pass *analysis.Pass) (any, error) { return run(pass, p) },
	}
}

// A Set is the directives of one package.
type Set struct {
	Directives []Directive
	Malformed  []report.Finding

	imported []Directive // of the packages of the module that it imports
}

// Findings returns what the directives themselves are reported for.
func (s *Set) Findings() []report.Finding { return s.Malformed }

func run(pass *analysis.Pass, p *policy.Policy) (any, error) {
	s := new(Set)
	own := pass.ResultOf[Policies].(*PackagePolicies)
	names := ruleNames(p, own)
	var bad []report.Finding
	annotated := pass.ResultOf[workflow.Annotations].(*workflow.Annotated)
	if err := s.read(pass, annotated.Set, names); err != nil {
		return nil, err
	}
	s.share(pass)
	bad = append(bad, malformed(pass, annotated.Set)...)
	bad = append(bad, own.misstated(pass, p)...)
	bad = s.Apply(p.Apply(bad), func(pattern string) bool { return pattern == rules.BadAnnotation && !p.Off(pattern) })
	s.Malformed = report.Sort(append(p.Apply(s.Malformed), p.Apply(bad)...))
	r := &report.Report{Findings: Judged(s.Malformed)}
	diagnose.Report(pass, r.Listed(false))
	return s, nil
}

// ruleNames returns what a directive can name: the rules and groups of agentvet,
// and the policies of the file, of the package and of those that it imports.
func ruleNames(p *policy.Policy, own *PackagePolicies) []string {
	names := rules.Names()
	for _, r := range slices.Concat(p.Checked(), own.Rules) {
		names = append(names, r.ID())
	}
	return names
}

// read adds the directives of a package that silence findings; names are those of the
// rules.
func (s *Set) read(pass *analysis.Pass, own *annotation.Set, names []string) error {
	for i := range own.Comments {
		c := &own.Comments[i]
		d, bad := parse(c, names)
		if bad != nil {
			bad.Context = diagnose.Context(pass, c.Node.Pos())
			s.Malformed = append(s.Malformed, *bad)
		}
		if d == nil {
			continue
		}
		tokens := pass.Fset.File(c.Node.Pos())
		source, err := pass.ReadFile(tokens.Name())
		if err != nil {
			return err
		}
		d.Line = c.Pos.Line
		if alone(tokens, source, c.Node) {
			d.Line = c.Below
		}
		d.context = diagnose.Context(pass, c.Node.Pos())
		s.Directives = append(s.Directives, *d)
	}
	return nil
}

// alone reports whether nothing but space precedes c on its line.
func alone(tokens *token.File, source []byte, c *ast.Comment) bool {
	line := tokens.PositionFor(c.Pos(), false).Line
	start, end := tokens.Offset(tokens.LineStart(line)), tokens.Offset(c.Pos())
	return end <= len(source) && len(bytes.TrimSpace(source[start:end])) == 0
}

// Report anchors the findings of an analyzer in the package, lets the directives and
// the policy of the program judge them, reports those that are left, and returns all
// of them, sorted. A finding that stood in an imported package, as one about a tool that is made there,
// is silenced by a directive beside that, too. Owned says of which rules the analyzer can tell that an ignore
// matches nothing. Elsewhere, if not nil, says of a finding whether another package, in which all
// of it lies, has reported it.
func (s *Set) Report(pass *analysis.Pass, findings []report.Finding, p *policy.Policy, strict bool,
	owned func(pattern string) bool, elsewhere func(*report.Finding) bool) []report.Finding {
	stood := make([]graph.Pos, len(findings))
	for i := range findings {
		stood[i] = findings[i].Pos
		diagnose.Anchor(pass, &findings[i])
		diagnose.SetEdits(pass, &findings[i])
	}
	findings = s.Apply(p.Apply(findings), owned)
	for i, at := range stood {
		s.silenceImported(&findings[i], at)
	}
	findings = report.OneACause(p.Apply(findings), pass.ResultOf[workflow.Analyzer].(*graph.Program)) // also those about directives
	r := &report.Report{Findings: Judged(findings)}
	r.Findings = slices.DeleteFunc(slices.Clone(r.Findings), func(f report.Finding) bool {
		return f.Rule == rules.UnusedIgnore && s.mayServeOthers(pass, f.Pos)
	})
	listed := r.Listed(strict)
	if elsewhere != nil {
		listed = slices.DeleteFunc(listed, func(f report.Finding) bool { return !diagnose.Inside(pass, f.Pos) && elsewhere(&f) })
	}
	diagnose.Report(pass, report.OneASource(listed))
	return findings
}

// Judged returns findings as a driver shows them that has nothing but diagnostics: as if nothing silenced them, if it
// disregards what the program says.
func Judged(findings []report.Finding) []report.Finding {
	if workflow.Disregards() {
		return report.Unsilenced(findings)
	}
	return findings
}

// mayServeOthers reports whether the directive at a position, which silences nothing in its package, may silence
// what packages show together: those of a command are judged with all that it imports, parts
// of an agent without a framework are in packages that build nothing, and who may call a tool is often known in another
// package than that of the tool.
func (s *Set) mayServeOthers(pass *analysis.Pass, at graph.Pos) bool {
	program := pass.ResultOf[workflow.Analyzer].(*graph.Program)
	if pass.Pkg.Name() == "main" || len(program.Workflows)+len(program.Agents)+len(program.Tools) == 0 {
		return true
	}
	i := slices.IndexFunc(s.Directives, func(d Directive) bool { return d.Pos == at })
	return i >= 0 && slices.ContainsFunc(program.AllTools(), func(t *graph.Tool) bool { return s.Directives[i].covers(t.Pos) })
}

// silences reports whether a finding of a rule at a position is one that d is about.
func (d *Directive) silences(rule string, at graph.Pos) bool {
	return d.covers(at) && rules.Matches(d.Rule, rule)
}

// covers reports whether d is about the line of a position.
func (d *Directive) covers(at graph.Pos) bool { return at.File == d.Pos.File && at.Line == d.Line }

// silence marks f as silenced by d.
func (d *Directive) silence(f *report.Finding) {
	if f.Suppressed == nil {
		f.Suppressed = &report.Suppression{By: report.ByDirective, Reason: d.Reason, Pos: d.Pos}
	}
}

// Silences reports whether a finding of a rule at a position would be silenced.
func (s *Set) Silences(rule string, at graph.Pos) bool {
	return slices.ContainsFunc(s.Directives, func(d Directive) bool { return d.silences(rule, at) })
}

// Apply marks the findings that a directive silences, and returns them
// together with one finding for each directive that silences none of them.
// Only directives that the calling pass owns are judged so: owned says which
// patterns those are.
func (s *Set) Apply(findings []report.Finding, owned func(pattern string) bool) []report.Finding {
	out := slices.Clone(findings)
	for _, d := range s.Directives {
		used := false
		for i := range out {
			f := &out[i]
			if !d.silences(f.Rule, f.Pos) {
				continue
			}
			used = true
			d.silence(f)
		}
		if !used && owned(d.Rule) {
			f := report.IgnoreUnused(d.Pos, d.Rule)
			f.Context = d.context
			out = append(out, *f)
		}
	}
	return out
}
