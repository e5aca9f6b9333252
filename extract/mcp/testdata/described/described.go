// Package described tells what the tools of a catalog are: it serves none.
package described

import "example.com/golden/catalog"

// Names lists the tools.
func Names() []string {
	var names []string
	for _, t := range catalog.All() {
		names = append(names, t.Definition().Name)
	}
	return names
}

// Help describes one tool, by its name.
func Help(name string) string {
	t, ok := catalog.Get(name)
	if !ok {
		return ""
	}
	return t.Definition().Description
}
