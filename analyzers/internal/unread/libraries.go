package unread

// This file has the table of libraries that are not read.

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed libraries.txt
var table string

// A notRead is a library of agents that is not read.
type notRead struct{ path, what string }

// libraries returns the table, in its order.
var libraries = sync.OnceValue(func() (list []notRead) {
	for line := range strings.Lines(table) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		path, what, _ := strings.Cut(line, " ")
		list = append(list, notRead{path, strings.TrimSpace(what)})
	}
	return list
})

// libraryOf returns the library that a package belongs to, nil for none of the table.
func libraryOf(path string) *notRead {
	list := libraries()
	if i := slices.IndexFunc(list, func(l notRead) bool { return within(path, l.path) }); i >= 0 {
		return &list[i]
	}
	return nil
}

func within(path, module string) bool {
	return path == module || strings.HasPrefix(path, module+"/")
}
