package library

// This file holds what agentvet knows of libraries: one file each.

import (
	"embed"
	"io/fs"
	"slices"
	"strings"
	"sync"
)

//go:embed *.txt
var texts embed.FS

// files has the table of each file, by its name without the extension.
var files = sync.OnceValue(func() map[string]*Table {
	entries, err := fs.ReadDir(texts, ".")
	if err != nil {
		panic("library: internal error: " + err.Error())
	}
	tables := make(map[string]*Table)
	for _, e := range entries {
		tables[strings.TrimSuffix(e.Name(), ".txt")] = tableIn(e.Name())
	}
	return tables
})

// tableIn returns the table in a file.
func tableIn(file string) *Table {
	return &Table{sync.OnceValue(func() *outline {
		text, err := texts.ReadFile(file)
		if err != nil {
			panic("library: internal error: " + err.Error())
		}
		return readOutline(string(text), Positions("extract/library/"+file, string(text)), AllFamilies)
	})}
}

// Of returns what is known of a framework: the rows of NAME.txt.
func Of(name string) *Table {
	t := files()[name]
	if t == nil {
		panic("library: internal error: there is no " + name + ".txt")
	}
	return t
}

// All is everything that is known of libraries.
var All = sync.OnceValue(func() *Table {
	var all []*Table
	for _, name := range Names() {
		all = append(all, Of(name))
	}
	return Join(all...)
})

// Names returns the names of all files, sorted.
func Names() []string {
	var names []string
	for name := range files() {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
