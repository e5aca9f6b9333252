// Package rules is the registry of what agentvet can say, and the help pages.
//
// A rule is one kind of finding. It has an ID of two words, group/name; the group
// is the analyzer that reports it. registry.go has one row for each: how much it
// matters, what it finds in a clause, which predicate it implements, and which
// entries of the common catalogues it belongs to. Beside it lie the pages, one
// Markdown file for each rule, named as the rule is: they are read on the web, by
// agentvet explain, and as the help of SARIF results.
//
// What a rule means in code is elsewhere: the engine that finds it names it by its
// constant, package report has its sentence. Everything else that lists rules (the
// table in README.md, the JSON Schema of the policy file, agentvet explain, SARIF)
// follows this registry, held to it by tests.
//
// The package imports nothing of the project, so that all of it can name rules.
package rules
