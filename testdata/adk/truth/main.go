// Command truth prints what the framework itself says about the programs of
// this module: their agents, tools, transfers and graphs, as one JSON object
// by program.
//
//	go run ./truth                     all programs
//	go run ./truth kyc/bad kyc/clean   some of them
//
// It builds each program as a host would; package internal/truth does the asking.
package main

import (
	"fmt"
	"io"
	"log"
	"os"
	"slices"

	"example.com/adkagents/catalog"
	"example.com/adkagents/internal/scripted"
	"example.com/adkagents/internal/truth"
)

func main() {
	log.SetFlags(0)
	if err := run(os.Stdout, os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}

func run(out io.Writer, names []string) error {
	all := map[string]*truth.Dump{}
	for _, p := range catalog.Programs {
		if len(names) > 0 && !slices.Contains(names, p.Name) {
			continue
		}
		d, err := describe(p)
		if err != nil {
			return err
		}
		all[p.Name] = d
	}
	return truth.Encode(out, all)
}

// describe builds a program and asks the framework what it is.
func describe(p catalog.Program) (*truth.Dump, error) {
	root, err := p.Build(scripted.New())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.Name, err)
	}
	return truth.Of(root, p.Package()), nil
}
