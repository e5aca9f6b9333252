package policy

// This file judges findings by a policy.

import "github.com/agentvet/agentvet/analyzers/report"

// Apply returns findings as p wants them: with its severities, and with what it suppresses,
// and those of rules that it switches off, marked so. The findings of the caller stay as
// they are.
func (p *Policy) Apply(findings []report.Finding) []report.Finding {
	if p == nil {
		return findings
	}
	var out []report.Finding
	for _, f := range findings {
		if s := p.severityOf(f.Rule); s != nil {
			switch {
			case !s.Off:
				if s.Severity < f.Severity {
					f.Lowered = &report.Lowering{From: f.Severity, Pos: s.Pos}
				}
				f.Severity, f.Asked = s.Severity, true
			case f.Suppressed == nil:
				f.Suppressed = &report.Suppression{By: report.BySwitch, Pos: s.Pos}
			}
		}
		if s := p.suppression(target{Rule: f.Rule, Workflow: f.Workflow, Subject: f.Subject, File: f.Pos.File}); s != nil && f.Suppressed == nil {
			f.Suppressed = &report.Suppression{By: report.ByEntry, Reason: s.Reason, Pos: s.Pos}
		}
		out = append(out, f)
	}
	return out
}

// Stale returns a finding for each suppression of p that has expired, and for
// each that marked none of the findings. The findings must be all that there are
// in the files that p speaks of; judge says of which rules that is so.
func (p *Policy) Stale(findings []report.Finding, judge func(rule string) bool) []report.Finding {
	if p == nil {
		return nil
	}
	used := make(map[*suppression]bool)
	for _, f := range findings {
		for _, s := range p.suppressions {
			if f.Suppressed != nil && f.Suppressed.Pos == s.Pos {
				used[s] = true
			}
		}
	}
	var out []report.Finding
	for _, s := range p.suppressions {
		switch {
		case s.Expired:
			out = append(out, *report.SuppressionExpired(s.Pos, s.Rule, s.Until))
		case !used[s] && judge(s.Rule):
			out = append(out, *report.SuppressionUnused(s.Pos, s.Rule))
		}
	}
	return p.Apply(out)
}
