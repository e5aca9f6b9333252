package stepwise_test

import (
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/extract/stepwise"
	"github.com/agentvet/agentvet/internal/extracttest"
)

// TestGolden compares what is found in each program of testdata with want.txt beside it.
func TestGolden(t *testing.T) {
	extracttest.GoldenOf(t, "testdata", "example.com/golden", stepwise.Framework())
}

// TestRows resolves each row against the framework, as package library does with the rows of
// real ones.
func TestRows(t *testing.T) {
	table := stepwise.Framework().Table
	if err := table.Check(); err != nil {
		t.Fatal(err)
	}
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadTypes, Dir: "testdata"}, "./src/stepwise")
	if err != nil || len(pkgs) != 1 || len(pkgs[0].Errors) > 0 {
		t.Fatalf("load: %v, %v", err, pkgs)
	}
	for _, r := range table.Calls() {
		if obj, _ := library.Lookup(pkgs[0].Types, r.Name); obj == nil {
			t.Errorf("%s: there is no %s", r.Pos, r.Name)
		}
	}
	for _, r := range table.DataRows() {
		if obj, _ := library.Lookup(pkgs[0].Types, r.Name); obj == nil {
			t.Errorf("%s: there is no %s", r.Pos, r.Name)
		}
	}
}
