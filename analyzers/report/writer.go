package report

// This file writes reports as text and as JSON. SARIF needs a library that an
// editor plugin should not link; its writer is in cmd/agentvet/internal/sarif.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/internal/regular"
	"github.com/agentvet/agentvet/internal/source"
)

// A Writer writes reports: one for each analysis, then Close, which also closes
// what it writes to.
type Writer interface {
	Write(*Report) error
	Close() error
}

// Format is what the writers have in common.
type Format struct {
	Dir    string // positions are written relative to it
	Strict bool   // what could not be decided is listed as well
	// Suppressed: findings that something silences are listed, with what does.
	Suppressed bool
	// Proved: findings of which it was proved that they cannot be are listed, with why.
	Proved bool
	// Proofs: with each of these stands the proof.
	Proofs bool
}

// NewText returns a Writer of lines for people:
//
//	file:line:col: rule: message
//	    file:line:col: step of the witness
func NewText(w io.WriteCloser, f Format) Writer { return &textWriter{w, f} }

type textWriter struct {
	w io.WriteCloser
	Format
}

func (t *textWriter) Write(r *Report) error {
	var b bytes.Buffer
	for _, l := range Lines(r, t.Format) {
		fmt.Fprintln(&b, l)
	}
	_, err := t.w.Write(b.Bytes())
	return err
}

func (t *textWriter) Close() error { return t.w.Close() }

// NewJSON returns a Writer of one JSON object for each report, one a line.
func NewJSON(w io.WriteCloser, f Format) Writer {
	return &jsonWriter{w, f, source.NewFiles(f.Dir, regular.Module(f.Dir))}
}

type jsonWriter struct {
	w io.WriteCloser
	Format
	files *source.Files // say where things end
}

// jsonVersion is the version of the form. It changes when a key goes or means something else; new
// keys may come without that.
const jsonVersion = 1

type jsonReport struct {
	Version  int            `json:"version"`
	Findings []jsonListed   `json:"findings"`
	Summary  Summary        `json:"summary"`
	Silenced []jsonSilenced `json:"silenced,omitempty"`    // findings that are not listed, and by what
	Proved   []jsonFinding  `json:"proved_away,omitempty"` // findings of which it was proved that they cannot be, if asked for
	Off      []jsonOff      `json:"off,omitempty"`         // rules that the policy file switches off
	Lowered  []jsonLowered  `json:"lowered,omitempty"`     // findings that the policy file makes less severe
	Trusted  []jsonTrust    `json:"trusted,omitempty"`     // what takes findings away because it is believed
	Notices  []string       `json:"notices,omitempty"`     // what was not read or not checked
	Error    string         `json:"error,omitempty"`       // nothing could be analysed
}

// jsonFinding is the published form of a Finding.
type jsonFinding struct {
	Rule     string     `json:"rule"`
	Severity string     `json:"severity"`
	Verdict  string     `json:"verdict"`
	Message  string     `json:"message"`
	Position string     `json:"position"`
	End      string     `json:"end,omitempty"` // behind what stands at the position
	Workflow string     `json:"workflow"`
	Subject  string     `json:"subject"`
	Witness  []jsonStep `json:"witness"`
	// Unfollowed are conditions that the witness needs and that are not followed.
	Unfollowed []jsonUnfollowed `json:"unfollowed,omitempty"`
	Proof      string           `json:"proof,omitempty"` // that it cannot be: how large it is, and in further lines, what it says
}

type jsonUnfollowed struct {
	Text     string `json:"text"`
	Position string `json:"position"`
}

// jsonListed is a finding that is listed.
type jsonListed struct {
	jsonFinding
	Fingerprint string `json:"fingerprint"` // survives edits elsewhere; that of a baseline
	URL         string `json:"url"`         // of the page of the rule
}

// jsonSilenced is the published form of a Finding that something silences.
type jsonSilenced struct {
	Rule     string `json:"rule"`
	Message  string `json:"message"`
	Position string `json:"position"`
	By       string `json:"by"` // ignore, suppress or off
	At       string `json:"at"` // position of the directive or of the entry
	Reason   string `json:"reason,omitempty"`
}

type jsonOff struct {
	Rule     string `json:"rule"`
	Position string `json:"position"`
}

// jsonLowered is the published form of a Finding that the policy file makes less severe.
type jsonLowered struct {
	Rule     string `json:"rule"`
	Message  string `json:"message"`
	Position string `json:"position"`
	From     string `json:"from"` // severities
	To       string `json:"to"`
	At       string `json:"at"` // position of the entry
}

// jsonTrust is the published form of a Trust.
type jsonTrust struct {
	By       string `json:"by"` // directive or row
	Word     string `json:"word"`
	Subject  string `json:"subject,omitempty"`
	Text     string `json:"text,omitempty"`
	Position string `json:"position"`
}

type jsonStep struct {
	Position string `json:"position"`
	End      string `json:"end,omitempty"`
	Text     string `json:"text"`
	Node     string `json:"node"`
}

func (j *jsonWriter) Write(r *Report) error {
	out := jsonReport{Version: jsonVersion, Findings: []jsonListed{}, Summary: r.Summary(j.Strict), Notices: r.Notices}
	for _, f := range r.Shown(j.Strict) {
		rule, _ := rules.ByID(f.Rule)
		out.Findings = append(out.Findings, jsonListed{j.finding(f.Finding), f.Fingerprint, rule.URL()})
	}
	for _, f := range r.Silenced() {
		f, s := f.Relative(j.Dir), f.Suppressed
		out.Silenced = append(out.Silenced, jsonSilenced{
			f.Rule, f.Message, position(f.Pos), s.By.String(), position(Rel(j.Dir, s.Pos)), s.Reason,
		})
	}
	if j.Proved {
		for _, f := range r.ProvedAway() {
			out.Proved = append(out.Proved, j.finding(f))
		}
	}
	for _, off := range r.Off {
		out.Off = append(out.Off, jsonOff{off.Rule, position(Rel(j.Dir, off.Pos))})
	}
	for _, f := range r.Lowered() {
		f, l := f.Relative(j.Dir), f.Lowered
		out.Lowered = append(out.Lowered, jsonLowered{
			f.Rule, f.Message, position(f.Pos), l.From.String(), f.Severity.String(), position(Rel(j.Dir, l.Pos)),
		})
	}
	for _, t := range r.Trusted {
		by := "directive"
		if t.Row {
			by = "row"
		}
		out.Trusted = append(out.Trusted, jsonTrust{by, t.Word, t.Subject, t.Text, position(Rel(j.Dir, t.Pos))})
	}
	if r.Err != nil {
		out.Error = r.Err.Error()
	}
	enc := json.NewEncoder(j.w)
	enc.SetEscapeHTML(false)
	return enc.Encode(out)
}

// finding returns the form of a finding, with where things end.
func (j *jsonWriter) finding(f Finding) jsonFinding {
	out := f.Relative(j.Dir).json()
	end := func(p graph.Pos) string { return position(Rel(j.Dir, j.files.End(p))) }
	out.End = end(f.Pos)
	for i, s := range f.Witness {
		out.Witness[i].End = end(s.Pos)
	}
	return out
}

func (j *jsonWriter) Close() error { return j.w.Close() }

func (f Finding) json() jsonFinding {
	out := jsonFinding{
		Rule:     f.Rule,
		Severity: f.Severity.String(),
		Verdict:  f.Verdict.String(),
		Message:  f.Message,
		Position: position(f.Pos),
		Workflow: f.Workflow,
		Subject:  f.Subject,
		Witness:  []jsonStep{},
		Proof:    f.Proof,
	}
	for _, s := range f.Witness {
		out.Witness = append(out.Witness, jsonStep{Position: position(s.Pos), Text: s.Text, Node: s.Node})
	}
	for _, u := range f.Unfollowed {
		out.Unfollowed = append(out.Unfollowed, jsonUnfollowed{u.Text, position(u.Pos)})
	}
	return out
}

// wireFinding is a Finding on its way from one process of agentvet to another:
// the published form and what is not printed.
type wireFinding struct {
	jsonFinding
	Context string   `json:"context,omitempty"`
	Doubt   string   `json:"doubt,omitempty"`
	Asked   bool     `json:"asked,omitempty"`
	Waits   bool     `json:"waits,omitempty"`
	Reason  string   `json:"reason,omitempty"`
	By      string   `json:"by,omitempty"`     // what suppresses it, if anything does
	Ignore  string   `json:"ignore,omitempty"` // position of the directive or entry
	From    string   `json:"from,omitempty"`   // the severity that the policy file lowers
	Entry   string   `json:"entry,omitempty"`  // position of the entry that does
	Fix     *wireFix `json:"fix,omitempty"`
}

// wireFix is a Fix on that way.
type wireFix struct {
	Name  string     `json:"name,omitempty"`
	Meant string     `json:"meant,omitempty"`
	Limit int        `json:"limit,omitempty"`
	At    []string   `json:"at"`
	Text  string     `json:"text,omitempty"`
	Edits []wireEdit `json:"edits,omitempty"`
}

type wireEdit struct{ Start, End, New string }

// MarshalJSON writes all of f, so that Unmarshal restores it.
func (f Finding) MarshalJSON() ([]byte, error) {
	out := wireFinding{jsonFinding: f.json(), Context: f.Context, Asked: f.Asked, Waits: f.Waits}
	if f.Verdict == verdict.Unknown {
		out.Doubt = f.Doubt
	}
	if s := f.Suppressed; s != nil {
		out.By, out.Reason, out.Ignore = s.By.String(), s.Reason, s.Pos.String()
	}
	if l := f.Lowered; l != nil {
		out.From, out.Entry = l.From.String(), l.Pos.String()
	}
	if x := f.Fix; x != nil {
		out.Fix = &wireFix{Name: x.Name, Meant: x.Meant, Limit: x.Limit, Text: x.Text}
		for _, p := range x.At {
			out.Fix.At = append(out.Fix.At, position(p))
		}
		for _, e := range x.Edits {
			out.Fix.Edits = append(out.Fix.Edits, wireEdit{position(e.Start), position(e.End), e.New})
		}
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (f *Finding) UnmarshalJSON(data []byte) error {
	var in wireFinding
	if err := json.Unmarshal(data, &in); err != nil {
		return err
	}
	severity, err := rules.ParseSeverity(in.Severity)
	if err != nil {
		return fmt.Errorf("severity: %w", err)
	}
	answer, err := verdict.Parse(in.Verdict)
	if err != nil {
		return fmt.Errorf("verdict: %w", err)
	}
	*f = Finding{
		Rule:     in.Rule,
		Severity: severity,
		Verdict:  answer,
		Message:  in.Message,
		Pos:      parsePosition(in.Position),
		Workflow: in.Workflow,
		Subject:  in.Subject,
		Context:  in.Context,
		Doubt:    in.Doubt,
		Asked:    in.Asked,
		Waits:    in.Waits,
		Proof:    in.Proof,
	}
	for _, s := range in.Witness {
		f.Witness = append(f.Witness, Step{parsePosition(s.Position), s.Text, s.Node})
	}
	for _, u := range in.Unfollowed {
		f.Unfollowed = append(f.Unfollowed, graph.Unfollowed{Text: u.Text, Pos: parsePosition(u.Position)})
	}
	if in.By != "" {
		by, err := parseSilencer(in.By)
		if err != nil {
			return err
		}
		f.Suppressed = &Suppression{By: by, Reason: in.Reason, Pos: parsePosition(in.Ignore)}
	}
	if in.From != "" {
		from, err := rules.ParseSeverity(in.From)
		if err != nil {
			return fmt.Errorf("severity: %w", err)
		}
		f.Lowered = &Lowering{From: from, Pos: parsePosition(in.Entry)}
	}
	if x := in.Fix; x != nil {
		f.Fix = &Fix{Name: x.Name, Meant: x.Meant, Limit: x.Limit, Text: x.Text}
		for _, p := range x.At {
			f.Fix.At = append(f.Fix.At, parsePosition(p))
		}
		for _, e := range x.Edits {
			f.Fix.Edits = append(f.Fix.Edits, Edit{parsePosition(e.Start), parsePosition(e.End), e.New})
		}
	}
	return nil
}

// position returns p as text; "" if it is none.
func position(p graph.Pos) string {
	if !p.IsValid() && p.File == "" {
		return ""
	}
	return p.String()
}

// parsePosition reads what position returns.
func parsePosition(s string) graph.Pos {
	if s == "" {
		return graph.Pos{}
	}
	return graph.ParsePos(s)
}
