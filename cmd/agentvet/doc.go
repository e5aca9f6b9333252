// Agentvet checks Go programs that run LLM agents, before they run.
//
//	agentvet ./...                              check packages
//	go vet -vettool=$(which agentvet) ./...     the same, under go vet
//	agentvet report ./...                       write a page to look at
//	agentvet graph -format mermaid ./...        draw the workflows
//	agentvet tools ./...                        list the tools
//	agentvet verify -workflow graph.json        check a graph file
//	agentvet policy check                       check the policy file
//	agentvet explain structure/dead-end         explain a rule
//
// # One binary, two ways in
//
// The go command runs its vet tool once for each package, with -V=full, -flags
// or a .cfg file; then this program is a unitchecker and nothing else. Run by a
// user it is the command line, and has the go command run it: see
// internal/load for how the results come back, and why. A copy of the program
// is identified to the build cache by a hash of its contents, which the
// unitchecker computes, so a new build never replays what an old one said. The
// policy files that may apply are part of that hash (policydriver.go).
//
// Called as go vet -vettool by the user, findings can be missed: the cache of go
// vet, as of Go 1.26, does not tell a package that was analysed as a dependency
// of another, without its findings, from one that is named. Go's own vet has the
// same gap. To be sure, run ./... first, or use the command line, which asks for
// findings in both roles (internal/payload).
//
// # Reading order
//
// main.go tells the two apart; cli.go reads command lines; check.go, report.go,
// program.go, verify.go, policycmd.go and explain.go are the commands. What packages say is put
// together by analyzers/module, which is for other drivers too.
package main
