package loops

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A table is one of truth, as far as its parts have to agree.
type table struct {
	Program, Commit, Half, Module, Version, Dynamic, Note string

	Packages []string
	Observed *struct {
		Started, Protocol, Note string
		Offered, Ran, Refused   []string
		Asked                   int
		StoppedBy               string `json:"stopped_by"`
	}
	Loops []struct {
		At       []string
		Bound    int
		BoundAt  string `json:"bound_at"`
		Note     string
		Optional bool
	}
	Tools []struct {
		Name                    string
		Handlers                []string
		Gate, Sometimes, Switch string
	}
	Silent []struct{ At, What string }

	// Defects are places that a maintainer should fix; Fine ones only look like it.
	Defects, Fine []judgement
}

type judgement struct{ At, Kind, What string }

// kinds are what a judgement is about.
var kinds = []string{"effect", "secret", "prompt", "trifecta", "unbounded", "gate", "guard", "undeclared", "unreachable", "other"}

// TestTables: what was observed and what was read by hand are one story.
func TestTables(t *testing.T) {
	files, err := filepath.Glob("*/*+*.json") // in truth and read
	if err != nil || len(files) < 20 {
		t.Fatalf("%d tables: %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { read(t, file).check(t, file) })
	}
}

func read(t *testing.T, file string) *table {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in := json.NewDecoder(f)
	in.DisallowUnknownFields()
	tab := new(table)
	if err := in.Decode(tab); err != nil {
		t.Fatal(err)
	}
	return tab
}

var (
	place  = regexp.MustCompile(`^[^ :]+\.go:[0-9]+$`)
	commit = regexp.MustCompile(`^[0-9a-f]{40}$`)
)

func (tab *table) check(t *testing.T, file string) {
	if want := strings.ReplaceAll(tab.Program, "/", "+") + ".json"; filepath.Base(file) != want {
		t.Errorf("the table of %s belongs to %s", tab.Program, want)
	}
	if !commit.MatchString(tab.Commit) || tab.Half != "development" && tab.Half != "held out" {
		t.Errorf("commit %q, half %q", tab.Commit, tab.Half)
	}
	tab.checkPlaces(t)
	var names []string
	for _, tool := range tab.Tools {
		names = append(names, tool.Name)
	}
	if !slices.IsSorted(names) || len(slices.Compact(slices.Clone(names))) < len(names) {
		t.Errorf("the names are not sorted, or not different: %v", names)
	}
	if tab.Observed != nil {
		tab.checkObserved(t, names)
	}
}

func (tab *table) checkPlaces(t *testing.T) {
	var places []string
	for _, l := range tab.Loops {
		places = append(places, l.At...)
		if l.Bound > 0 {
			places = append(places, l.BoundAt)
		}
	}
	for _, tool := range tab.Tools {
		places = append(places, tool.Handlers...)
		for _, gate := range []string{tool.Gate, tool.Sometimes} {
			if gate != "" {
				places = append(places, gate)
			}
		}
	}
	for _, s := range tab.Silent {
		places = append(places, s.At)
	}
	for _, j := range slices.Concat(tab.Defects, tab.Fine) {
		places = append(places, j.At)
		if !slices.Contains(kinds, j.Kind) || j.What == "" {
			t.Errorf("%s: kind %q, what %q", j.At, j.Kind, j.What)
		}
	}
	for _, p := range places {
		if !place.MatchString(p) {
			t.Errorf("%q is no place", p)
		}
	}
}

// checkObserved: what ran was offered; what was offered is in the table, unless
// tools come from elsewhere; and a limit was seen if and only if there is one.
func (tab *table) checkObserved(t *testing.T, names []string) {
	o := tab.Observed
	for _, name := range slices.Concat(o.Ran, o.Refused) {
		if !slices.Contains(o.Offered, name) {
			t.Errorf("%s ran, and nobody offered it", name)
		}
	}
	for _, name := range o.Offered {
		if !slices.Contains(names, name) && tab.Dynamic == "" {
			t.Errorf("%s is offered, and not in the table", name)
		}
	}
	if o.Asked == 0 || len(tab.Loops) == 0 {
		return
	}
	var limits []int
	for _, l := range tab.Loops {
		limits = append(limits, l.Bound)
	}
	if o.StoppedBy == "the model" && !slices.Contains(limits, 0) {
		t.Errorf("it asked %d times and would have gone on; the table has the limits %v", o.Asked, limits)
	}
	if o.StoppedBy == "the program" && !slices.Contains(limits, o.Asked) {
		t.Errorf("it asked %d times; the table has the limits %v", o.Asked, limits)
	}
}
