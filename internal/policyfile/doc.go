// Package policyfile reads what a policy file, agentvet.yaml, says of runs: the policies over order,
// which tools are sensitive, and what is granted to whom. It is the part of the file that static analysis
// and a guard at run time share, so it needs a YAML library and nothing that reads code. Package
// analyzers/policy reads the rest, on the same decoder.
//
// Read decodes and validates; the policies of the built-in pack (builtin.yaml, a file of the same
// form) come before those of the file. A file with any mistake is no policy: Read returns all of its
// mistakes at once, each with its position and, where a name is misspelt, the nearest match. A mistake
// in the text of a rule has its place in the file, also in a quoted or folded text.
//
// # Reading order
//
// file.go has the sections, rules.go the policies, grant.go the grants. decode.go walks YAML nodes, and
// place.go finds the place of a character of a text in the file.
//
// Names in this package: f *File, r *Rule, d *Decoder, n *yaml.Node.
package policyfile
