// Package sarif writes reports in SARIF 2.1.0, the form that code hosts and
// editors read.
//
// Each rule carries its help page, each finding its witness twice: as a code
// flow, which viewers show as a path, and as related locations, which the
// others show. Fingerprints come from report.Fingerprints.
//
// What the program silences is no result: code hosts show suppressed results as open. It
// is a note of the invocation, with the reason, and a rule that is off is an override
// there. Format.Suppressed adds the results, for viewers that know what suppressed means.
//
// Paths are relative to the source root: the nearest directory above the
// working directory that has a .git, else the working directory. What lies
// elsewhere, such as the module cache, is an absolute file URI. Columns count
// UTF-16 code units, as the format asks; the source is read for that.
//
// Names in this package: w *Writer, f report.Finding, p graph.Pos.
package sarif

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

// A Writer collects reports into one SARIF run and writes it when closed. It
// is a report.Writer.
type Writer struct {
	out     io.WriteCloser
	format  report.Format
	version string // of agentvet
	paths   *pathTable
	rules   map[string]int
	shown   []report.Finding
	silent  []report.Finding // what something silences
	off     []report.Off
	notices []string // what could not be read; a run with notices was not successful
}

// New returns a Writer for a version of agentvet. Paths are found from f.Dir,
// not written relative to it.
func New(w io.WriteCloser, f report.Format, version string) *Writer {
	return &Writer{out: w, format: f, version: version, paths: newPathTable(f.Dir), rules: make(map[string]int)}
}

// Write adds the findings of r to the run.
func (w *Writer) Write(r *report.Report) error {
	w.notices = append(w.notices, r.Notices...)
	if r.Err != nil {
		w.notices = append(w.notices, r.Err.Error())
	}
	w.shown = append(w.shown, r.Listed(w.format.Strict)...)
	w.silent = append(w.silent, r.Silenced()...)
	if w.format.Suppressed {
		w.shown = append(w.shown, r.Silenced()...)
	}
	for _, off := range r.Off {
		if !slices.Contains(w.off, off) {
			w.off = append(w.off, off)
		}
	}
	return nil
}

// Close writes the run.
func (w *Writer) Close() error {
	findings := report.Sort(w.shown)
	run := sarif.NewRun()
	run.Tool = sarif.NewTool().WithDriver(w.driver())
	kind := "utf16CodeUnits"
	run.ColumnKind = &kind
	run.OriginalUriBaseIds = map[string]sarif.ArtifactLocation{srcRoot: {
		Description: sarif.NewTextMessage("The root of the repository that was analysed."),
		Index:       -1,
	}}
	run.AddInvocation(w.invocation())
	names := report.Fingerprints(w.relative(findings))
	for i, f := range findings {
		run.AddResult(w.result(f, names[i]))
	}
	doc := sarif.NewReport()
	doc.Schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	doc.AddRun(run)
	enc := json.NewEncoder(w.out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return errors.Join(enc.Encode(doc), w.out.Close())
}

// driver describes agentvet and all its rules.
func (w *Writer) driver() *sarif.ToolComponent {
	driver := sarif.NewToolComponent().
		WithName("agentvet").
		WithInformationURI("https://github.com/agentvet/agentvet")
	if w.version != "" {
		driver.WithVersion(w.version)
	}
	for i, r := range rules.All() {
		help := r.Help()
		w.rules[r.ID] = i
		driver.AddRule(sarif.NewReportingDescriptor().
			WithID(r.ID).
			WithShortDescription(text(r.Title)).
			WithFullDescription(text(r.Title)).
			WithHelp(text(help).WithMarkdown(help)).
			WithHelpURI(r.URL()).
			WithDefaultConfiguration(sarif.NewReportingConfiguration().WithLevel(level(r.Severity))).
			WithProperties(properties(r)))
	}
	return driver
}

// properties returns the severity and the tags of a rule: its group, and the entries
// of catalogues that it belongs to, in the form in which code hosts look for them.
func properties(r rules.Rule) *sarif.PropertyBag {
	bag := sarif.NewPropertyBag().Add("severity", r.Severity.String()).AddTag(r.Group())
	for _, n := range r.CWE {
		bag.AddTag(fmt.Sprintf("external/cwe/cwe-%03d", n))
	}
	for _, item := range r.OWASP {
		bag.AddTag("external/owasp/" + strings.ToLower(item))
	}
	return bag
}

func (w *Writer) invocation() *sarif.Invocation {
	inv := sarif.NewInvocation().WithExecutionSuccessful(len(w.notices) == 0)
	for _, notice := range w.notices {
		inv.AddToolExecutionNotification(sarif.NewNotification().
			WithLevel("error").
			WithMessage(sarif.NewTextMessage(notice)))
	}
	for _, f := range report.Sort(w.silent) {
		note := sarif.NewNotification().WithLevel("note").WithMessage(sarif.NewTextMessage(f.Silenced()))
		if loc := w.location(f.Pos, ""); loc != nil {
			note.AddLocation(loc)
		}
		inv.AddToolExecutionNotification(note)
	}
	for _, rule := range rules.All() {
		if slices.ContainsFunc(w.off, func(off report.Off) bool { return rules.Matches(off.Rule, rule.ID) }) {
			inv.AddRuleConfigurationOverride(sarif.NewConfigurationOverride().
				WithDescriptor(sarif.NewReportingDescriptorReference().WithID(rule.ID).WithIndex(w.rules[rule.ID])).
				WithConfiguration(sarif.NewReportingConfiguration().WithEnabled(false)))
		}
	}
	return inv
}

func (w *Writer) result(f report.Finding, fingerprint string) *sarif.Result {
	r := sarif.NewRuleResult(f.Rule).
		WithRuleIndex(w.rules[f.Rule]).
		WithMessage(sarif.NewTextMessage(f.Message)).
		WithPartialFingerprints(map[string]string{"agentvet/v1": fingerprint}).
		WithLevel(level(f.Severity)).
		WithProperties(sarif.NewPropertyBag().
			Add("verdict", f.Verdict.String()).
			Add("severity", f.Severity.String()).
			Add("workflow", f.Workflow).
			Add("subject", f.Subject))
	if f.Verdict == verdict.Unknown {
		// "open": there was not enough information to decide.
		r.WithKind("open").WithLevel("none")
	}
	if loc := w.location(f.Pos, ""); loc != nil {
		r.AddLocation(loc)
	}
	w.addWitness(r, f)
	if s := f.Suppressed; s != nil {
		kind := "inSource"
		if s.By != report.ByDirective {
			kind = "external"
		}
		sup := sarif.NewSuppression().WithKind(kind).WithJustification(s.Reason)
		if loc := w.location(s.Pos, ""); loc != nil {
			sup.WithLocation(loc)
		}
		r.AddSuppression(sup)
	}
	return r
}

// addWitness adds the steps that have a position.
func (w *Writer) addWitness(r *sarif.Result, f report.Finding) {
	flow := sarif.NewThreadFlow()
	for i, s := range f.Witness {
		loc := w.location(s.Pos, s.Text)
		if loc == nil {
			continue
		}
		step := sarif.NewThreadFlowLocation().WithExecutionOrder(i + 1).WithLocation(loc)
		if s.Node != "" {
			step.WithProperties(sarif.NewPropertyBag().Add("node", s.Node))
		}
		flow.AddLocation(step)
		r.AddRelatedLocation(w.location(s.Pos, s.Text).WithID(len(r.RelatedLocations)))
	}
	if len(flow.Locations) > 0 {
		r.AddCodeFlow(sarif.NewCodeFlow().AddThreadFlow(flow))
	}
}

// location returns p as a location, or nil if p names no file.
func (w *Writer) location(p graph.Pos, message string) *sarif.Location {
	if p.File == "" {
		return nil
	}
	artifact := sarif.NewArtifactLocation()
	uri, inside := w.paths.uri(p.File)
	artifact.WithURI(uri)
	if inside {
		artifact.WithURIBaseID(srcRoot)
	}
	physical := sarif.NewPhysicalLocation().WithArtifactLocation(artifact)
	if p.IsValid() {
		region := sarif.NewRegion().WithStartLine(p.Line)
		if p.Col > 0 {
			region.WithStartColumn(w.paths.column(p))
		}
		physical.WithRegion(region)
	}
	loc := sarif.NewLocation().WithPhysicalLocation(physical)
	if message != "" {
		loc.WithMessage(sarif.NewTextMessage(message))
	}
	return loc
}

// relative returns findings with the context of those that no Go declaration
// surrounds, such as findings in graph files, set to their file.
func (w *Writer) relative(findings []report.Finding) []report.Finding {
	out := make([]report.Finding, len(findings))
	for i, f := range findings {
		if f.Context == "" {
			f.Context, _ = w.paths.uri(filepath.Clean(f.Pos.File))
		}
		out[i] = f
	}
	return out
}

func text(s string) *sarif.MultiformatMessageString {
	return sarif.NewMultiformatMessageString().WithText(s)
}

// level returns the SARIF level for a severity.
func level(s rules.Severity) string {
	switch s {
	case rules.Critical, rules.High:
		return "error"
	case rules.Medium:
		return "warning"
	}
	return "note"
}
