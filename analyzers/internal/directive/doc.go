// Package directive reads the //agentvet: comments by which a program silences
// findings.
//
//	//agentvet:ignore structure/dead-end the batch job ends here on purpose
//	g.AddEdge("fetch", "store")
//
//	g.AddEdge("fetch", "store") //agentvet:ignore structure/dead-end ends here on purpose
//
// A directive covers the line it ends, or, on a line of its own, the next line
// that is not such a comment. It names a rule or a group of rules
// ("structure"), and gives a reason: who reads the code later needs it.
//
// A directive never fails silently. One without a reason, or for a rule that
// does not exist, is a finding (agentvet/bad-ignore); so is one that silences
// nothing (agentvet/unused-ignore), because the defect it excused is gone or
// never was there. Neither can be silenced.
//
// Analyzer parses the directives of a package once and reports the malformed
// ones; each pass that reports findings requires it and calls Set.Apply.
//
// Names in this package: d Directive, s *Set.
package directive
