package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/agentvet/agentvet/analyzers/suite"
	"github.com/agentvet/agentvet/cmd/agentvet/internal/heap"
	"github.com/agentvet/agentvet/cmd/agentvet/internal/load"
	"github.com/agentvet/agentvet/cmd/agentvet/internal/payload"
)

func main() {
	if calledByGo(os.Args[1:]) {
		if err := unit(os.Args); err != nil {
			fmt.Fprintf(os.Stderr, "agentvet: %v\n", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// unit does what the go command wants of its vet tool. It does not return after an
// analysis: the exit code is the unitchecker's.
func unit(args []string) error {
	if done, err := payload.Standard(args); done || err != nil {
		return err
	}
	if err := payload.AsRoot(args); err != nil {
		return err
	}
	var o suite.Options
	switch last := args[len(args)-1]; {
	case last == "-V=full":
		return printIdentity(os.Stdout)
	case strings.HasSuffix(last, ".cfg"):
		heap.CollectLate()
		load.Begin(last)
		p, err := unitPolicy(last)
		if err != nil {
			return err
		}
		if _, err := p.Inventory(); err != nil && !payload.Asked(args) {
			return err
		}
		o.Verify.Policy = p
	}
	unitchecker.Main(analyzers(o, payload.Asked(args))...)
	return nil
}

// analyzers returns what the unitchecker runs: the suite, and the analyzer that carries its
// results home. If they are asked for, whoever asks joins them, and no package is alone.
func analyzers(o suite.Options, home bool) []*analysis.Analyzer {
	list := suite.Alone(o)
	if home {
		list = suite.New(o)
	}
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
