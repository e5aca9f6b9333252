// Package policy reads the policy file of a program, agentvet.yaml: what holds
// for the program as a whole, and is tied to no one place in its code.
//
//	version: 1
//	profile: strict
//	sensitive: [refund_payment, delete_*]
//	policies:
//	  - name: review-before-mail
//	    rule: human before each tool:send_mail
//	    workflows: [support-*]
//	severities:
//	  structure/unreachable: off
//	suppress:
//	  - rule: structure/dead-end
//	    workflow: nightly
//	    reason: the batch job ends here
//	    until: 2027-06-30
//	libraries: |
//	  package example.com/queue
//	  sink Run exec 0
//
// docs/policy.md says what every key means, and docs/agentvet.schema.json says
// it to editors.
//
// # Loading
//
// Load decodes, merges and validates one file: the profile sets checks, the
// file's own keys override it, and the policies of the built-in pack
// (builtin.yaml, a file of the same form read by the same loader) come before
// those of the file. A file with any mistake is no policy: Load returns all of
// its mistakes at once, each with its position and, where a name is misspelt,
// the nearest match. A mistake in the text of a rule or of a row has its place in the file,
// also in a quoted or folded text.
//
// Find says which file applies to a directory: the one beside go.mod.
//
// A Policy says how findings are judged and never what is extracted. What it says
// of data is different: rows on libraries, and whether control counts, say what code
// does, and facts about data depend on them. Policy.Sum changes with everything
// that can change a verdict, also with a suppression that expires: drivers put it
// into the keys of their caches.
//
// # Directives
//
// A package may hold policies of its own, //agentvet:policy NAME: RULE. They
// apply to the workflows that the package builds. Parse reads the text of one;
// package analyzers/internal/directive finds them.
//
// # Reading order
//
// Package internal/policyfile reads what the file says of runs, and walks the YAML; guards at run time
// share it. policy.go has what a file says once it is read. load.go reads the sections that are about
// findings and code.
//
// Names in this package: p *Policy, r *Rule, s *Suppression, d *document,
// n *yaml.Node.
package policy
