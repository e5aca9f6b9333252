//go:build truth

package main

// This file reads the tables of testdata that argue for differences.

import (
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A table of testdata holds exceptions, each with its reason:
//
//	MODULE PROGRAM: WHAT -- REASON
type table struct {
	reasons map[string]string
	used    map[string]bool
}

func readTable(t testing.TB, name string) *table {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	tab := &table{make(map[string]string), make(map[string]bool)}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		what, reason, ok := strings.Cut(line, " -- ")
		if !ok || reason == "" {
			t.Fatalf("testdata/%s: %q has no reason", name, line)
		}
		tab.reasons[strings.TrimSpace(what)] = reason
	}
	return tab
}

// allows reports whether the table argues for what.
func (tab *table) allows(m *agentModule, p prog, what string) bool {
	key := m.name + " " + p.name + ": " + what
	_, ok := tab.reasons[key]
	tab.used[key] = tab.used[key] || ok
	return ok
}

// stale reports the rows that argued for nothing, unless -run leaves subtests
// out.
func (tab *table) stale(t testing.TB) {
	t.Helper()
	if strings.Contains(flag.Lookup("test.run").Value.String(), "/") {
		return
	}
	for _, key := range slices.Sorted(maps.Keys(tab.reasons)) {
		if !tab.used[key] {
			t.Errorf("nothing needs this exception any more: %s", key)
		}
	}
}
