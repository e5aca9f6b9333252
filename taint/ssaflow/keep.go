package ssaflow

// This file carries what is known of packages to a stage that sees several of them: what a
// framework would call by way of an import, it calls by identity.

import (
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
)

// Kept is what the functions of a package do to data, for another process.
type Kept struct {
	IDs    []string `json:"ids,omitempty"` // sorted
	Data   [][]byte `json:"data,omitempty"`
	Unread []string `json:"unread,omitempty"` // as in Result; the path of a package that was not read at all
	// Said are the flows within what the package sees of what it reads of a model's calls.
	Said []taint.Flow `json:"said,omitempty"`
}

// Keep returns what is known of the functions of r, nil if that is nothing.
func (r *Result) Keep() *Kept {
	if len(r.Summaries)+len(r.Unread) == 0 {
		return nil
	}
	k := &Kept{Unread: r.Unread}
	for _, f := range r.Flows {
		if f.IsSaid() {
			k.Said = append(k.Said, f)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(r.Summaries)) {
		k.IDs, k.Data = append(k.IDs, id), append(k.Data, encode(r.Summaries[id]))
	}
	return k
}

// A Joint is what is known of the functions of several packages together.
type Joint struct {
	summaries map[string][]byte
	unread    map[string]bool
	// Said are the flows of what packages read of a model's calls, as each sees them.
	Said []taint.Flow
	// Table is what is known of libraries; nil stands for taint.Standard.
	Table *taint.Table
}

// Join puts together what is known of packages.
func Join(kept []*Kept) *Joint {
	j := &Joint{summaries: make(map[string][]byte), unread: make(map[string]bool)}
	for _, k := range kept {
		for n, id := range k.IDs {
			j.summaries[id] = k.Data[n]
		}
		for _, id := range k.Unread {
			j.unread[id] = true
		}
		j.Said = append(j.Said, k.Said...)
	}
	return j
}

// IsUnread reports whether the package of a function says that it was not read to the end.
func (j *Joint) IsUnread(id string) bool { return j.unread[id] || j.unread[funcid.Package(id)] }

// Result returns the result of a program whose calls of what nobody in sight provides run
// the functions that callees returns for the place of the call. What is handed to one of
// which it returns none gets into what the call returns. Missing returns the identities of the
// functions that may run so far and of which nothing is known.
func (j *Joint) Result(callees func(graph.Pos) []string) (r *Result, missing func() []string) {
	asked := make(map[string]bool)
	in := &Input{Fset: token.NewFileSet(), Table: j.Table, Import: func(id string) *taint.Summary {
		s, err := decode(j.summaries[id])
		if err != nil {
			s = nil
		}
		if s == nil && j.IsUnread(id) {
			asked[id] = true
		}
		return s
	}}
	p := newProgram(in)
	p.callees = func(at graph.Pos) []string {
		at.File = filepath.Clean(at.File)
		ids := callees(at)
		for _, id := range ids {
			if j.summaries[id] == nil {
				asked[id] = true
			}
		}
		return ids
	}
	return &Result{program: p}, func() []string { return slices.Sorted(maps.Keys(asked)) }
}

// provided applies what a call of something that nobody in sight provides runs, as the
// whole program tells.
func (f *frame) provided(k *call) (more bool) {
	if k.done[providedMark] {
		return false
	}
	k.done[providedMark] = true
	ids := f.callees(k.origin)
	for _, id := range ids {
		if !k.done[id] {
			k.done[id] = true
			f.applyProvided(k, id)
		}
	}
	if len(ids) > 0 && !k.given {
		k.done[""] = true // that is all
	}
	if len(ids) == 0 && len(f.in.Table.Rows(k.key)) == 0 {
		for _, a := range k.args {
			f.derive(f.edgeAt(k, taint.OpReturn, k.method, a, k.result))
		}
	}
	return true
}

// isProvided reports whether k has been given what the whole program tells, and that is something: what
// it is handed and returns is known then as what a call of a known function is.
func (f *frame) isProvided(k *call) bool {
	return k.done[providedMark] && len(f.callees(k.origin)) > 0
}

// isNoted reports whether nothing here tells what k calls, and the whole program does.
func (f *frame) isNoted(k *call, obj *loc) bool {
	isType := func(c kid) bool { return c.step[0] == '(' }
	return len(obj.funcs) == 0 && !slices.ContainsFunc(obj.kids, isType) && obj.collapsed == 0 && len(f.callees(k.origin)) > 0
}

// providedMark says that a call has been given what the whole program tells. It is no type.
const providedMark = "provided"

// applyProvided applies a function: that of a function value, a method of what an interface
// holds, or one that a method value binds.
func (f *frame) applyProvided(k *call, id string) {
	s := f.summary(id, nil)
	if s == nil || len(s.Params) != len(k.args)+1 {
		f.applyValue(k, id)
		return
	}
	m := *k
	self := f.newLoc()
	if receiver, _, ok := strings.Cut(strings.TrimPrefix(id, "("), ")."); ok && k.method != "" {
		self = f.kid(k.fun, stepType(receiver))
		k.done[receiver] = true
	}
	m.args = append([]*loc{self}, k.args...)
	m.types = append([]types.Type{anyType}, k.types...)
	f.instantiate(&m, s, funcid.Name(id))
}
