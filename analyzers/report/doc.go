// Package report turns what the engines found into what a user reads.
//
// A Finding is one statement: the rule it breaks, where, in which workflow and
// about which part of it, how sure agentvet is (Verdict), and the witness, the
// list of source positions that shows how the bad thing happens.
//
// What rules there are, and how much each matters, stands in docs/rules. Two things
// are decided here and nowhere else:
//
//   - the words: messages.go has every sentence about a program. Engines return
//     data; a test holds the two in step;
//   - the form: text and JSON behind one Writer, diagnostics of the analysis
//     framework (diagnose.go), and the names that survive unrelated edits
//     (fingerprint.go). SARIF needs a library and lives in
//     cmd/agentvet/internal/sarif.
//
// # Verdicts
//
// A check answers holds, violated or unknown. An unknown is a Finding as well:
// it keeps its rule and says why it could not be decided. Writers list it only
// if asked to (Format.Strict), but the summary always counts it, so it never
// reads as holds. A suppressed finding is kept too, and counted, not listed.
//
// Output is a function of input: findings are sorted before anything is
// written, and no map is iterated.
//
// Names in this package: f Finding, r *Report, s Step or Summary, p graph.Pos.
package report
