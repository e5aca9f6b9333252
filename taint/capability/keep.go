package capability

// This file carries what is known of packages to a stage that sees several of them, and as
// facts to the packages that import them.

import (
	"bytes"
	"cmp"
	"compress/flate"
	"encoding/json"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/authority"
	"github.com/agentvet/agentvet/internal/funcid"
)

// Kept is what the functions of a package of the module do, and what those of dependencies
// need that they call.
type Kept struct {
	Package string              `json:"package"`
	Failed  bool                `json:"failed,omitempty"` // it could not be read
	Funcs   []*Func             `json:"funcs,omitempty"`
	Imports map[string]*Summary `json:"imports,omitempty"`
	// Read are the packages of dependencies that were read: a function of one that Imports
	// lacks needs nothing, if it is not one of Unseen.
	Read []string `json:"read,omitempty"`
	// Unseen are functions of other packages of which this one was told nothing.
	Unseen []string `json:"unseen,omitempty"`
}

// Keep returns what is read of a package; dependency returns what is said of a function of
// another package, read is false for one of the module, or one that was not read.
func Keep(pkg string, funcs []*Func, dependency func(id string) (s *Summary, read bool)) *Kept {
	k := &Kept{Package: pkg, Funcs: funcs, Imports: make(map[string]*Summary)}
	through := make(map[string]bool) // nobody may say what is in these
	for _, f := range funcs {
		for _, id := range f.Through {
			through[id] = true
		}
	}
	for _, id := range mentioned(funcs) {
		s, read := dependency(id)
		switch path := funcid.Package(id); {
		case !read, s == nil && through[id]:
			k.Unseen = append(k.Unseen, id)
		case !slices.Contains(k.Read, path):
			k.Read = append(k.Read, path)
		}
		if s != nil {
			k.Imports[id] = s
		}
	}
	return k
}

// mentioned returns the functions that others call or hand over, sorted.
func mentioned(funcs []*Func) []string {
	ids := make(map[string]bool)
	add := func(id string, args []Arg) {
		ids[id] = true
		for _, a := range args {
			if a.Func != "" {
				ids[a.Func] = true
			}
		}
	}
	for _, f := range funcs {
		for _, id := range slices.Concat(f.Boxed, f.Through) {
			ids[id] = true
		}
		for _, c := range f.Calls {
			add(c.Func, c.Args)
		}
		for _, s := range f.Sites {
			if s.Method != "" {
				add(s.Method, s.Args)
			}
			for _, e := range s.Table {
				add(e.Func, nil)
			}
		}
	}
	return slices.Sorted(maps.Keys(ids))
}

// A Joint is what is known of the functions of several packages together.
type Joint struct {
	funcs   map[string]*Func
	imports map[string]*Summary
	read    map[string]bool // packages
	own     map[string]bool // those of read that are of the module
	unseen  map[string]bool // functions of other packages
}

// Join puts together what is known of packages.
func Join(kept []*Kept) *Joint {
	j := &Joint{funcs: make(map[string]*Func), imports: make(map[string]*Summary), read: make(map[string]bool), own: make(map[string]bool), unseen: make(map[string]bool)}
	for _, k := range kept {
		j.read[k.Package], j.own[k.Package] = !k.Failed, true
		for _, f := range k.Funcs {
			if others := j.funcs[f.ID]; others != nil && isShared(f.ID) { // several packages work on what is sent over a channel
				f = &Func{ID: f.ID, Calls: slices.Concat(others.Calls, f.Calls)}
			}
			j.funcs[f.ID] = f
		}
		maps.Copy(j.imports, k.Imports)
		for _, path := range k.Read {
			j.read[path] = true
		}
		for _, id := range k.Unseen {
			j.unseen[id] = true
		}
	}
	return j
}

// Of returns what functions need that are called with arguments of which nothing is known, by
// identity. Callees returns the functions that a call of a function value, or of a method of an
// interface, runs.
func (j *Joint) Of(ids []string, table *library.Table, callees func(graph.Pos) []string) map[string][]Use {
	p := &Program{Funcs: j.reachable(ids, callees), Table: table, Callees: callees, Import: j.dependency}
	sums := Solve(p)
	out := make(map[string][]Use)
	for _, id := range ids {
		s, known := sums[id], true
		if s == nil {
			s, known = j.dependency(id)
		}
		switch {
		case s != nil:
			var made []int
			if f := j.funcs[id]; f != nil {
				made = f.Made
			}
			out[id] = s.closed(made, table)
		case !known:
			out[id] = []Use{{Name: authority.Unknown, Path: []Hop{{Func: id}}}}
		}
	}
	return out
}

// Without returns what j knows with the functions of cut, and the closures in them, needing nothing: what is
// left is what code does that comes to run them, beside what they do. A tool may leave it to others to run
// its closure.
func (j *Joint) Without(cut []string) *Joint {
	isCut := make(map[string]bool)
	for _, id := range cut {
		isCut[id] = true
	}
	within := func(id string) bool {
		for end := len(id); end >= 0; end = strings.LastIndexByte(id[:end], '$') {
			if isCut[id[:end]] {
				return true
			}
		}
		return false
	}
	rest := &Joint{funcs: maps.Clone(j.funcs), imports: maps.Clone(j.imports), read: j.read, own: j.own, unseen: j.unseen}
	maps.DeleteFunc(rest.funcs, func(id string, _ *Func) bool { return within(id) })
	maps.DeleteFunc(rest.imports, func(id string, _ *Summary) bool { return within(id) })
	return rest
}

// Together returns what two functions need, sorted by name: of each capability the use that says more, as in use.better.
func Together(a, b []Use) []Use {
	all := slices.Concat(a, b)
	slices.SortStableFunc(all, func(x, y Use) int {
		return cmp.Or(strings.Compare(x.Name, y.Name), compareBool(x.Loose, y.Loose), compareBool(x.Fixed, y.Fixed))
	})
	return slices.CompactFunc(all, func(x, y Use) bool { return x.Name == y.Name })
}

func (j *Joint) dependency(id string) (*Summary, bool) {
	if s := j.imports[id]; s != nil {
		return s, true
	}
	path := funcid.Package(id)
	return nil, j.read[path] && (j.own[path] || !j.unseen[id])
}

// reachable returns the functions that may come to run, sorted.
func (j *Joint) reachable(ids []string, callees func(graph.Pos) []string) (out []*Func) {
	seen := make(map[string]bool)
	for queue := slices.Clone(ids); len(queue) > 0; queue = queue[1:] {
		f := j.funcs[queue[0]]
		if f == nil || seen[f.ID] {
			continue
		}
		seen[f.ID] = true
		out = append(out, f)
		queue = append(queue, mentioned([]*Func{f})...)
		for _, s := range f.Sites {
			queue = append(queue, callees(s.Pos)...)
		}
		for _, r := range f.Runs {
			queue = append(queue, callees(r.Pos)...)
		}
	}
	slices.SortFunc(out, func(a, b *Func) int { return strings.Compare(a.ID, b.ID) })
	return out
}

// Exported returns what importers need of summaries: those of functions that they can call. Of
// each way, the last call is left: the rest is of the library's own. So is what hides in it:
// of whoever calls it, it is no more than unknown.
func Exported(sums map[string]*Summary) map[string]*Summary {
	out := make(map[string]*Summary)
	for id, s := range sums {
		name := funcid.Name(id)
		if strings.Contains(id, "$") || name == "" || name[0] < 'A' || name[0] > 'Z' {
			continue
		}
		st := &state{uses: make(map[string]use)}
		for _, u := range s.Uses {
			name := u.Name
			if authority.Hides(name) {
				name = authority.Unknown
			}
			st.use(name, use{u.Loose, end(u.Path), u.Fixed})
		}
		e := st.summary()
		e.Behind = s.Behind
		for _, o := range s.Opens {
			e.Opens = append(e.Opens, OpenUse{o.Open, o.Loose, end(o.Path)})
		}
		for _, r := range s.Runs {
			e.Runs = append(e.Runs, Run{Param: r.Param})
		}
		e.Runs = slices.Compact(e.Runs)
		out[id] = e
	}
	return out
}

func end(path []Hop) []Hop { return []Hop{{Func: path[len(path)-1].Func}} }

// Encode returns summaries as bytes: short, as drivers read and write those of all imports of
// a package.
func Encode(sums map[string]*Summary) ([]byte, error) {
	var out bytes.Buffer
	w := writers.Get().(*flate.Writer)
	defer writers.Put(w)
	w.Reset(&out)
	if err := json.NewEncoder(w).Encode(sums); err != nil {
		return nil, err
	}
	err := w.Close()
	return out.Bytes(), err
}

// writers are used again: one takes more memory than all that it writes.
var writers = sync.Pool{New: func() any {
	w, err := flate.NewWriter(nil, flate.BestSpeed)
	if err != nil {
		panic("capability: internal error: " + err.Error())
	}
	return w
}}

// maxDecoded is how many bytes the summaries of a package may have.
const maxDecoded = 64 << 20

// Decode returns what Encode was given.
func Decode(data []byte) (map[string]*Summary, error) {
	var sums map[string]*Summary
	err := json.NewDecoder(io.LimitReader(flate.NewReader(bytes.NewReader(data)), maxDecoded)).Decode(&sums)
	return sums, err
}
