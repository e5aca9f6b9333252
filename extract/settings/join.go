package settings

// This file puts packages together.

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/graph"
)

// An Unread is a setting that should limit something, which somebody may set and nothing obeys.
type Unread struct {
	Name string // as whoever sets it knows it
	// Struct is the type of the struct that has it, as the code calls it: "config.Agent"; "" if none has it, or one without a name.
	Struct string
	Pos    graph.Pos
	// By is the function that sets it, and At where that is called.
	By string
	At graph.Pos
	// Uses are what is done with it nevertheless: it is logged, handed on, encoded, or looked at by functions that never run.
	Uses []Use
}

// Join returns the settings of a whole program that nothing obeys, sorted by position. It takes time linear in what the packages say,
// but for sorting.
func Join(packages []*Kept) []Unread {
	j := &joined{
		uses: make(map[Thing][]Use), filled: make(map[Thing]*Filled), from: make(map[Thing][]Thing),
		looked: make(map[Thing]bool), parts: make(map[Thing][]Thing),
	}
	j.runs = running(packages)
	for _, k := range packages {
		for _, u := range k.Uses {
			j.uses[u.Thing] = append(j.uses[u.Thing], u)
			if u.Kind == Handed && j.runs[u.Func] {
				j.from[u.Into] = append(j.from[u.Into], u.Thing)
			}
		}
		for t, parts := range k.Parts {
			j.parts[t] = parts
		}
	}
	j.fill(packages)
	j.look(packages)
	var out []Unread
	for _, k := range packages {
		for _, f := range k.Fields {
			if u, ok := j.unread(f); ok {
				out = append(out, u)
			}
		}
	}
	out = append(out, j.single(packages)...)
	slices.SortFunc(out, func(a, b Unread) int { return cmp.Or(a.Pos.Compare(b.Pos), strings.Compare(a.Name, b.Name)) })
	return slices.CompactFunc(out, func(a, b Unread) bool { return a.Pos == b.Pos })
}

type joined struct {
	runs   map[string]bool
	uses   map[Thing][]Use
	parts  map[Thing][]Thing
	filled map[Thing]*Filled
	from   map[Thing][]Thing // which things a function that runs hands on to a thing
	looked map[Thing]bool
}

// running returns the functions of a program that may run: what its commands begin with, and what such functions name. Of a program
// without a command, all functions may be called by another one. More may begin it.
func running(packages []*Kept, more ...string) map[string]bool {
	names := make(map[string][]string)
	work := slices.Clone(more)
	hasMain := slices.ContainsFunc(packages, func(k *Kept) bool { return k.Main })
	for _, k := range packages {
		for fn, to := range k.Names {
			names[fn] = append(names[fn], to...)
		}
		work = append(work, k.Roots...)
		for fn := range k.Names {
			if !hasMain {
				work = append(work, fn)
			}
		}
	}
	runs := make(map[string]bool)
	for len(work) > 0 {
		fn := work[len(work)-1]
		work = work[:len(work)-1]
		if !runs[fn] {
			runs[fn] = true
			work = append(work, names[fn]...)
		}
	}
	return runs
}

// fill works out which things libraries fill: those that they are given, what these were before they were handed on, and the
// parts of structs.
func (j *joined) fill(packages []*Kept) {
	var work []Thing
	add := func(t Thing, by *Filled) {
		old := j.filled[t]
		if old == nil || by.Pos.Compare(old.Pos) < 0 {
			j.filled[t] = by
			work = append(work, t)
		}
	}
	for _, k := range packages {
		for i := range k.Filled {
			if f := &k.Filled[i]; j.runs[f.Func] {
				add(f.Thing, f)
			}
		}
	}
	for len(work) > 0 {
		t := work[len(work)-1]
		work = work[:len(work)-1]
		by := j.filled[t]
		for _, part := range j.parts[t] {
			add(part, by)
		}
		if strings.HasPrefix(string(t), "p ") { // a parameter of any type that a library fills
			for _, before := range j.from[t] {
				add(before, by)
			}
		}
	}
	for _, k := range packages {
		for _, s := range k.Sources {
			if !j.isSetting(s) {
				continue
			}
			for _, u := range j.trail(s.Thing) {
				if u.Kind == Handed && j.filled[u.Into] == nil {
					j.filled[u.Into] = &Filled{Thing: u.Into, Name: s.Name, By: s.By, From: s.Thing, Func: s.Func, Pos: s.Pos}
				}
			}
		}
	}
}

// look works out what is looked at: things by a function that runs, those that are handed on to such, and the fields of structs
// that are.
func (j *joined) look(packages []*Kept) {
	var work []Thing
	add := func(t Thing) {
		if !j.looked[t] {
			j.looked[t] = true
			work = append(work, t)
		}
	}
	for t, uses := range j.uses {
		for _, u := range uses {
			if j.runs[u.Func] && (u.Kind == Looked || u.Kind == Names || u.Kind == Saved && !j.filledBy(t, string(u.Into))) {
				add(t)
			}
		}
	}
	fields := make(map[Thing][]Thing) // of struct types
	for _, k := range packages {
		for _, f := range k.Fields {
			fields[f.Type] = append(fields[f.Type], f.Thing)
		}
	}
	for t := range j.from {
		if i := strings.LastIndexByte(string(t), '.'); t[0] == 'f' && i > 0 {
			typ := Thing("t" + t[1:i])
			fields[typ] = append(fields[typ], t)
		}
	}
	for len(work) > 0 {
		t := work[len(work)-1]
		work = work[:len(work)-1]
		for _, before := range j.from[t] {
			add(before)
		}
		for _, part := range j.parts[t] {
			add(part)
		}
		for _, f := range fields[t] {
			add(f)
		}
	}
}

// filledBy reports whether a package has filled a thing that it encodes: it saves what it has loaded.
func (j *joined) filledBy(t Thing, pkg string) bool {
	f := j.filled[t]
	return f != nil && f.Package == pkg
}

// unread returns what is to be said of a field whose name speaks of a limit.
func (j *joined) unread(f Field) (Unread, bool) {
	by := j.filled[f.Thing]
	if by == nil && !f.Skipped {
		by = j.filled[f.Type]
	}
	if by == nil || j.looked[f.Thing] || j.looked[by.From] { // or what else gets it is obeyed
		return Unread{}, false
	}
	name := cmp.Or(by.Name, f.Name)
	if j.isObeyedByLogs(name, cmp.Or(by.From, f.Thing)) {
		return Unread{}, false
	}
	return Unread{Name: name, Struct: structOf(f.Type), Pos: f.Pos, By: by.By, At: by.Pos, Uses: j.trail(cmp.Or(by.From, f.Thing))}, true
}

// single returns what is to be said of settings that functions return, or put into things whose names speak of nothing.
func (j *joined) single(packages []*Kept) (out []Unread) {
	known := make(map[Thing]bool)
	for _, k := range packages {
		for _, f := range k.Fields {
			known[f.Thing] = true
		}
	}
	for _, k := range packages {
		for i := range k.Filled {
			if f := &k.Filled[i]; f.Name != "" && j.runs[f.Func] && !j.looked[f.Thing] && !known[f.Thing] && !j.isObeyedByLogs(f.Name, f.Thing) {
				out = append(out, Unread{Name: f.Name, Pos: f.Pos, By: f.By, At: f.Pos, Uses: j.trail(f.Thing)})
			}
		}
		for _, s := range k.Sources {
			trail := j.trail(s.Thing)
			said := slices.ContainsFunc(trail, func(u Use) bool { return u.Kind == Handed && known[u.Into] })
			if j.isSetting(s) && !j.looked[s.Thing] && (s.Flag || len(trail) > 0) && !said && !j.isObeyedByLogs(s.Name, s.Thing) {
				out = append(out, Unread{Name: s.Name, Pos: s.Pos, By: s.By, At: s.Pos, Uses: trail})
			}
		}
	}
	return out
}

// isObeyedByLogs reports whether a setting wants something to be logged, and that is what depends on it.
func (j *joined) isObeyedByLogs(name string, t Thing) bool {
	return strings.Contains(strings.ToLower(name), "audit") &&
		slices.ContainsFunc(j.trail(t), func(u Use) bool { return u.Kind == Logs })
}

// isSetting reports whether a source is a setting that somebody asks for.
func (j *joined) isSetting(s Source) bool {
	return j.runs[s.Func] && (s.Via == "" || slices.ContainsFunc(j.trail(s.Via), func(u Use) bool { return u.Kind == Names }))
}

// trail returns what is done with a thing, and then with those that it is handed on to, of each in order of place.
func (j *joined) trail(t Thing) (out []Use) {
	seen := map[Thing]bool{t: true}
	for work := []Thing{t}; len(work) > 0; {
		t, work = work[0], work[1:]
		for _, u := range slices.SortedFunc(slices.Values(j.uses[t]), compareUses) {
			if !j.runs[u.Func] {
				u.Kind, u.Into = Idle, ""
			}
			out = append(out, u)
			if u.Kind == Handed && !seen[u.Into] {
				seen[u.Into] = true
				work = append(work, u.Into)
			}
		}
	}
	return out
}

func compareUses(a, b Use) int {
	return cmp.Or(a.Pos.Compare(b.Pos), strings.Compare(string(a.Into), string(b.Into)), strings.Compare(string(a.Kind), string(b.Kind)))
}

// structOf returns what the code calls a struct type, "" if it has no name.
func structOf(t Thing) string {
	if strings.HasPrefix(string(t), "t struct{") {
		return ""
	}
	return Spoken(t)
}

// Spoken returns a thing as a reader of the code calls it: "config.Agent.ReadOnly", "main.readOnly", "parameter 2 of NewServer".
func Spoken(t Thing) string {
	name := string(t[2:])
	if fn, param, ok := strings.Cut(name, "#"); ok && t[0] == 'p' {
		n, _ := strconv.Atoi(param)
		if strings.HasPrefix(fn, "(") {
			n-- // the receiver is the first one
		}
		return fmt.Sprintf("parameter %d of %s", n+1, Function(fn))
	}
	return name[strings.LastIndexByte(name, '/')+1:]
}

// Function returns the name of a function as the code calls it, that of a literal with the function around it.
func Function(id string) string {
	id, _, _ = strings.Cut(id[strings.LastIndexByte(id, '.')+1:], "$")
	return id
}
