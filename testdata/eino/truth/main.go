// Command truth asks Eino what the programs of this module build, and prints
// the answer as JSON.
//
//	go run ./truth                   all programs
//	go run ./truth refund/bad        one program
//	go run ./truth -update           write truth/golden
//
// Graphs come from the framework's own compile callback, agents from a walk
// over its agent tree; nothing here reads source code. README.md describes
// the format.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	log.SetFlags(0)
	update := flag.Bool("update", false, "write the golden files")
	dir := flag.String("golden", filepath.Join("truth", "golden"), "directory of the golden files")
	flag.Parse()
	if err := run(context.Background(), *update, *dir, flag.Args()); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, update bool, dir string, names []string) error {
	var all []Dump
	for _, p := range programs {
		if len(names) > 0 && !slices.Contains(names, p.name) {
			continue
		}
		d, err := dump(ctx, p)
		if err != nil {
			return err
		}
		all = append(all, d)
		if update {
			if err := os.WriteFile(filepath.Join(dir, goldenName(p.name)), encode(d), 0o644); err != nil {
				return err
			}
		}
	}
	if update {
		return nil
	}
	_, err := os.Stdout.Write(encode(all))
	return err
}

// goldenName returns the file that holds the dump of a program.
func goldenName(program string) string {
	return strings.ReplaceAll(program, "/", "-") + ".json"
}

func encode(v any) []byte {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		panic(fmt.Sprintf("truth: %v", err)) // only plain structs get here
	}
	return append(data, '\n')
}
