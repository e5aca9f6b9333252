// Command truth prints what the framework itself says about the programs of
// this module: their agents, tools and transfers, as one JSON object
// by program.
//
//	go run ./truth               all programs
//	go run ./truth closing/bad   one of them
//
// It builds each program as a host would and then looks into what the
// framework made of it, partly through reflection: that is the point. No line
// here knows how the programs are written, so what it prints is what an
// extractor that reads their source has to find.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
	"slices"

	"example.com/adkv1agents/catalog"
	"example.com/adkv1agents/internal/scripted"
)

func main() {
	log.SetFlags(0)
	if err := run(os.Stdout, os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}

func run(out io.Writer, names []string) error {
	all := map[string]*Dump{}
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
	return encode(out, all)
}

// describe builds a program and asks the framework what it is.
func describe(p catalog.Program) (*Dump, error) {
	root, err := p.Build(scripted.New())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.Name, err)
	}
	return dump(root), nil
}

func encode(out io.Writer, v any) error {
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
