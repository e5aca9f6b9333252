// Command truth prints what the servers of this module say of themselves, as one
// JSON object by program.
//
//	go run ./truth                        all programs
//	go run ./truth files/bad files/clean  some of them
//
// It runs each server and lists its tools as a client does.
package main

import (
	"fmt"
	"io"
	"log"
	"os"
	"slices"

	"example.com/mcpservers/catalog"
	"example.com/mcpservers/internal/wire"
)

func main() {
	log.SetFlags(0)
	if err := run(os.Stdout, os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}

func run(out io.Writer, names []string) error {
	all := map[string]*wire.Dump{}
	for _, p := range catalog.Programs {
		if len(names) > 0 && !slices.Contains(names, p.Name) {
			continue
		}
		d, err := wire.Ask(p.Serve)
		if err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
		all[p.Name] = d
	}
	return wire.Encode(out, all)
}
