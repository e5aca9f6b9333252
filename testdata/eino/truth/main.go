// Command truth asks Eino what the programs of this module build, and prints
// the answer as JSON.
//
//	go run ./truth                   all programs
//	go run ./truth refund/bad        one program
//	go run ./truth -update           write truth/golden
//
// Package internal/truth does the asking. README.md describes the format.
package main

import (
	"context"
	"flag"
	"log"
	"os"
	"path/filepath"
	"slices"

	"example.com/einoagents/internal/truth"
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
	var all []truth.Dump
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
			if err := os.WriteFile(filepath.Join(dir, truth.GoldenName(p.name)), truth.Encode(d), 0o644); err != nil {
				return err
			}
		}
	}
	if update {
		return nil
	}
	_, err := os.Stdout.Write(truth.Encode(all))
	return err
}
