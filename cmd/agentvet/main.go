package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/agentvet/agentvet/analyzers/suite"
	"github.com/agentvet/agentvet/cmd/agentvet/internal/payload"
)

func main() {
	if calledByGo(os.Args[1:]) {
		if err := payload.AsRoot(os.Args); err != nil {
			fmt.Fprintf(os.Stderr, "agentvet: %v\n", err)
			os.Exit(1)
		}
		unitchecker.Main(analyzers(suite.Options{})...)
	}
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// analyzers returns the suite and the analyzer that carries its results home.
func analyzers(o suite.Options) []*analysis.Analyzer {
	list := suite.New(o)
	return append(list, payload.New(list))
}

// calledByGo reports whether the go command runs this program as its vet tool:
// to learn its version or its flags, or to analyse the package that a .cfg file
// describes.
func calledByGo(args []string) bool {
	if len(args) == 0 || slices.ContainsFunc(commands(), func(cmd command) bool { return cmd.name == args[0] }) {
		return false
	}
	last := args[len(args)-1]
	return last == "-V=full" || last == "-flags" || strings.HasSuffix(last, ".cfg")
}
