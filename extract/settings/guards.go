package settings

// This file finds guards that nothing calls.

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// isOwn reports whether only the module of a package may import it.
func isOwn(k *Kept) bool { return k.Main || slices.Contains(strings.Split(k.Package, "/"), "internal") }

// Uncalled returns the guards of a whole program that no function calls which may run, nor takes as a value, sorted by package and position. It is
// none if another module may come to it, or if something that runs may stand in for it: a function with a name about the same.
// A program without a command may be called by others; nothing is said of it.
func Uncalled(packages []*Kept) (out []Guard) {
	if !slices.ContainsFunc(packages, func(k *Kept) bool { return k.Main }) {
		return nil
	}
	var begins []string // what other modules may call
	for _, k := range packages {
		if !isOwn(k) {
			for fn := range k.Names {
				if name := Function(fn); name != "" && unicode.IsUpper([]rune(name)[0]) {
					begins = append(begins, fn)
				}
			}
		}
	}
	runs := running(packages, begins...)
	about := make(map[string]bool) // what functions are about that run
	for _, k := range packages {
		for _, g := range k.Guards {
			about[g.About] = about[g.About] || runs[g.Func]
		}
	}
	for _, k := range packages {
		for _, g := range k.Guards {
			if g.Decides && !runs[g.Func] && !about[g.About] && (isOwn(k) || !g.Exported) {
				g.Package = k.Package
				out = append(out, g)
			}
		}
	}
	slices.SortFunc(out, func(a, b Guard) int { return cmp.Or(strings.Compare(a.Package, b.Package), a.Pos.Compare(b.Pos)) })
	return out
}
