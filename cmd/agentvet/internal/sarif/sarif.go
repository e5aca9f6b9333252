// Package sarif writes reports in SARIF 2.1.0, the form that code hosts and
// editors read.
//
// Each rule carries its help page, each finding its witness twice: as a code
// flow, which viewers show as a path, and as related locations, which the
// others show. Fingerprints come from report.Fingerprints.
//
// What the program silences is no result: code hosts show suppressed results as open. It
// is a note of the invocation, with the reason, and a rule that is off is an override
// there. Notes say as well what the policy file makes less severe, and what is believed. Format.Suppressed adds the results, for viewers that know what suppressed means.
//
// Code hosts take files up to some size, and a report has many places. So the form is one line,
// fields that say what the format says of absent ones are left out (format.go), a place that
// several steps have is one related location, and one step alone is no code flow. Of more results than they take, the
// less severe are left out, and a notification says so.
//
// Paths are relative to the root of the repository: the nearest directory above the
// working directory that has a .git, else the working directory. What lies
// elsewhere, such as the module cache, is an absolute file URI. Columns count
// UTF-16 code units, as the format asks; the source is read for that, and for the end of
// what stands at a position.
//
// Names in this package: w *Writer, f report.Finding, p graph.Pos.
package sarif

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

// A Writer collects reports into one SARIF run and writes it when closed. It
// is a report.Writer.
type Writer struct {
	out      io.WriteCloser
	format   report.Format
	version  string // of agentvet
	paths    *pathTable
	rules    map[string]int
	shown    []report.Finding
	silent   []report.Finding // what something silences
	off      []report.Off
	lowered  []report.Finding // what the policy file makes less severe
	trusted  []report.Trust
	policies []report.PolicyRule
	notices  []string // what could not be read; a run with notices was not successful
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
	w.shown = append(w.shown, report.OneASource(r.Listed(w.format.Strict))...)
	w.silent = append(w.silent, r.Silenced()...)
	if w.format.Suppressed {
		w.shown = append(w.shown, r.Silenced()...)
	}
	w.lowered = append(w.lowered, r.Lowered()...)
	w.trusted = append(w.trusted, r.Trusted...)
	for _, off := range r.Off {
		if !slices.Contains(w.off, off) {
			w.off = append(w.off, off)
		}
	}
	for _, p := range r.Policies {
		if !slices.ContainsFunc(w.policies, func(q report.PolicyRule) bool { return p.ID == q.ID && p.Text == q.Text }) {
			w.policies = append(w.policies, p)
		}
	}
	return nil
}

// Close writes the run.
func (w *Writer) Close() error {
	findings := report.Sort(w.shown)
	r := run{ColumnKind: "utf16CodeUnits", Tool: tool{w.driver(findings)}, Results: []result{}}
	r.Invocations = []invocation{w.invocation()}
	names, most := report.Fingerprints(w.relative(findings)), mostSevere(findings, mostResults)
	for _, i := range most {
		r.Results = append(r.Results, w.result(findings[i], names[i]))
	}
	if n := len(findings); n > len(most) {
		r.Invocations[0].ToolExecutionNotifications = append(r.Invocations[0].ToolExecutionNotifications, notification{
			Level: "warning", Message: text(report.LeftOutResults(len(most), n)),
		})
	}
	enc := json.NewEncoder(w.out)
	enc.SetEscapeHTML(false)
	return errors.Join(enc.Encode(document{schemaURI, []run{r}, formatVersion}), w.out.Close())
}

// mostResults is the number of results of a run that code hosts take; they reject a file with more.
const mostResults = 25_000

// mostSevere returns the indices of the most findings that are most severe, in the order of the findings: first those that
// nothing silences, and of equal severity the first ones.
func mostSevere(findings []report.Finding, most int) []int {
	all := make([]int, len(findings))
	for i := range all {
		all[i] = i
	}
	silenced := func(i int) int {
		if findings[i].Suppressed != nil {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(all, func(i, j int) int {
		return cmp.Or(cmp.Compare(silenced(i), silenced(j)), cmp.Compare(findings[j].Severity, findings[i].Severity))
	})
	all = all[:min(len(all), most)]
	slices.Sort(all)
	return all
}

// isOff reports whether the program switches a rule off.
func (w *Writer) isOff(id string) bool {
	return slices.ContainsFunc(w.off, func(off report.Off) bool { return rules.Matches(off.Rule, id) })
}

func (w *Writer) invocation() invocation {
	inv := invocation{ExecutionSuccessful: len(w.notices) == 0}
	for _, notice := range w.notices {
		inv.ToolExecutionNotifications = append(inv.ToolExecutionNotifications, notification{Level: "error", Message: text(notice)})
	}
	for _, f := range report.Sort(w.silent) {
		inv.ToolExecutionNotifications = append(inv.ToolExecutionNotifications, notification{
			Level: "note", Message: text(f.Silenced()), Locations: w.locations(f.Pos),
		})
	}
	for _, f := range report.Sort(w.lowered) {
		inv.ToolExecutionNotifications = append(inv.ToolExecutionNotifications, notification{
			Level: "note", Message: text(f.SaysLowered()), Locations: w.locations(f.Lowered.Pos),
		})
	}
	for _, t := range w.trusted {
		inv.ToolExecutionNotifications = append(inv.ToolExecutionNotifications, notification{
			Level: "note", Message: text(t.Says()), Locations: w.locations(t.Pos),
		})
	}
	for _, rule := range rules.All() {
		if w.isOff(rule.ID) {
			inv.RuleConfigurationOverrides = append(inv.RuleConfigurationOverrides, override{
				configuration{Enabled: new(bool)}, reference{rule.ID, w.rules[rule.ID]},
			})
		}
	}
	return inv
}

// unfollowed lists the conditions that a finding needs and that are not followed.
func unfollowed(f report.Finding) string {
	texts := make([]string, len(f.Unfollowed))
	for i, u := range f.Unfollowed {
		texts[i] = u.Text
	}
	return strings.Join(texts, "; ")
}

func (w *Writer) result(f report.Finding, fingerprint string) result {
	r := result{
		RuleID:              f.Rule,
		RuleIndex:           w.rules[f.Rule],
		Message:             text(w.message(f)),
		PartialFingerprints: w.fingerprints(f, fingerprint),
		Level:               level(f.Severity),
		Properties:          make(map[string]string),
		Locations:           w.locations(f.Pos),
	}
	for key, value := range map[string]string{"verdict": f.Verdict.String(), "severity": f.Severity.String(), "workflow": f.Workflow, "subject": f.Subject, "unfollowed": unfollowed(f)} {
		if value != "" {
			r.Properties[key] = value
		}
	}
	if f.Verdict == verdict.Unknown {
		// There was not enough information to decide.
		r.Kind, r.Level = "open", "none"
	}
	w.addWitness(&r, f)
	r.Fixes = w.fixes(f.Fix)
	if s := f.Suppressed; s != nil {
		kind := "inSource"
		if s.By != report.ByDirective {
			kind = "external"
		}
		r.Suppressions = []suppression{{s.Reason, kind, w.location(s.Pos, "")}}
	}
	return r
}

// fingerprints returns the names of a result: ours, and that of its line, by which GitHub knows
// an alert again.
func (w *Writer) fingerprints(f report.Finding, own string) map[string]string {
	names := map[string]string{"agentvet/v1": own}
	if hash := w.paths.lineHash(f.Pos); hash != "" {
		names["primaryLocationLineHash"] = hash
	}
	return names
}

// message returns the message of a finding, and its witness as links to the related locations:
// a code host shows only those that the text links to. Brackets and backslashes of names are
// escaped, as the format wants it.
func (w *Writer) message(f report.Finding) string {
	plain := strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`)
	text := plain.Replace(f.Message)
	places := places(f)
	if len(places) > 0 && !strings.HasSuffix(text, "?") {
		text += "." // the first sentence stands where space is short
	}
	links := 0
	for _, s := range placed(f) {
		id := slices.Index(places, s.Pos)
		if id < 0 || links == mostLinks {
			return text + "\n…"
		}
		text += fmt.Sprintf("\n[%s](%d)", plain.Replace(s.Text), id)
		links++
	}
	return text
}

// mostLinks is how many steps of a witness are linked to; the code flow has all.
const mostLinks = 12

// placed returns the steps of the witness that have a position.
func placed(f report.Finding) []report.Step {
	return slices.DeleteFunc(slices.Clone(f.Witness), func(s report.Step) bool { return s.Pos.File == "" })
}

// places returns the positions of the steps that are linked to, each once.
func places(f report.Finding) (list []graph.Pos) {
	steps := placed(f)
	for _, s := range steps[:min(len(steps), mostLinks)] {
		if !slices.Contains(list, s.Pos) {
			list = append(list, s.Pos)
		}
	}
	return list
}

// addWitness adds the steps that have a position. What a related location is stands in the
// message, which links to it, and in the code flow.
func (w *Writer) addWitness(r *result, f report.Finding) {
	for i, p := range places(f) {
		loc := w.location(p, "")
		loc.ID = &i
		r.RelatedLocations = append(r.RelatedLocations, *loc)
	}
	steps := placed(f)
	if len(steps) < 2 {
		return
	}
	var flow threadFlow
	for _, s := range steps {
		flow.Locations = append(flow.Locations, threadFlowLocation{*w.location(s.Pos, s.Text)})
	}
	r.CodeFlows = []codeFlow{{[]threadFlow{flow}}}
}

// fixes returns what x does to the program, nil if that is not certain. Edits of one file are
// one change.
func (w *Writer) fixes(x *report.Fix) []fix {
	if x == nil || len(x.Edits) == 0 {
		return nil
	}
	out := fix{Description: text(x.Text)}
	for _, e := range x.Edits {
		at := artifact{w.paths.uri(e.Start.File)}
		i := slices.IndexFunc(out.ArtifactChanges, func(c artifactChange) bool { return c.ArtifactLocation == at })
		if i < 0 {
			i = len(out.ArtifactChanges)
			out.ArtifactChanges = append(out.ArtifactChanges, artifactChange{ArtifactLocation: at})
		}
		start, _ := w.paths.Columns(e.Start)
		end, _ := w.paths.Columns(e.End)
		part := region{StartLine: e.Start.Line, StartColumn: start, EndLine: e.End.Line, EndColumn: end}
		change := &out.ArtifactChanges[i]
		change.Replacements = append(change.Replacements, replacement{part, text(e.New)})
	}
	return []fix{out}
}

// location returns p as a location, or nil if p names no file.
func (w *Writer) location(p graph.Pos, words string) *location {
	if p.File == "" {
		return nil
	}
	loc := &location{Physical: physical{Artifact: artifact{w.paths.uri(p.File)}}}
	if p.IsValid() {
		at := &region{StartLine: p.Line, EndLine: p.Line}
		if p.Col > 0 {
			at.StartColumn, at.EndColumn = w.paths.Columns(p)
		}
		loc.Physical.Region = at
	}
	if words != "" {
		loc.Message = &message{Text: words}
	}
	return loc
}

// locations returns p as a list of locations, which is empty if p names no file.
func (w *Writer) locations(p graph.Pos) []location {
	if loc := w.location(p, ""); loc != nil {
		return []location{*loc}
	}
	return nil
}

// relative returns findings with the context of those that no Go declaration
// surrounds, such as findings in graph files, set to their file.
func (w *Writer) relative(findings []report.Finding) []report.Finding {
	out := make([]report.Finding, len(findings))
	for i, f := range findings {
		if f.Context == "" {
			f.Context = w.paths.uri(filepath.Clean(f.Pos.File))
		}
		out[i] = f
	}
	return out
}
