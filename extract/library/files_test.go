package library

import (
	"slices"
	"testing"
)

// TestFiles: our own rows have no mistake, and what is known of a package on data stands in
// one file.
func TestFiles(t *testing.T) {
	where := make(map[string]string)
	for _, name := range Names() {
		if err := Of(name).Check(); err != nil {
			t.Error(err)
		}
		for _, path := range Of(name).Packages(DataRows) {
			if other := where[path]; other != "" {
				t.Errorf("rows on the data of %s stand in %s.txt and in %s.txt", path, other, name)
			}
			where[path] = name
		}
	}
	if !slices.Contains(Names(), "eino") || !slices.Contains(Names(), "standard") {
		t.Errorf("files are missing: %v", Names())
	}
}

// TestReadWhenAsked: a row of one package, and of one family, has no other read.
func TestReadWhenAsked(t *testing.T) {
	tab := NewTable("rows.txt", "package a\nflow F\nnew New graph\npackage b\nflow F\n")
	if got := tab.Data("a.F"); len(got) != 1 {
		t.Fatalf("Data(a.F) = %v", got)
	}
	for _, s := range tab.usable().sections {
		if s.callByKey != nil || s.path == "b" && s.dataByKey != nil {
			t.Errorf("rows of %s have been read", s.path)
		}
	}
}
