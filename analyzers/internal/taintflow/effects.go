package taintflow

// This file says what code that is not read may decide by what it is given.

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/internal/capability"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
	can "github.com/agentvet/agentvet/taint/capability"
	"github.com/agentvet/agentvet/taint/ssaflow"
)

// acts returns whether functions of libraries have an effect outside of the program by what they are
// given, by identity: what needs files, the network, another program or a database has.
func acts(pass *analysis.Pass) func(id string) ssaflow.Act {
	joint := jointOf(pass)
	known := make(map[string]ssaflow.Act)
	return func(id string) ssaflow.Act {
		switch {
		case id == "":
			return ssaflow.ActMay
		case joint == nil && !library.IsStandard(funcid.Package(id)):
			return ssaflow.ActMay
		}
		out, ok := known[id]
		if ok {
			return out
		}
		for _, name := range needs(joint, id) {
			switch first, _, _ := strings.Cut(name, "."); first {
			case "fs", "net", "exec", "db":
				if name != "net.lookup" && name != "db.open" {
					out = ssaflow.ActDoes
				}
			case "unknown", "cgo", "syscall", "plugin":
				out = max(out, ssaflow.ActMay)
			}
		}
		known[id] = out
		return out
	}
}

// needs returns the capabilities that a function of a library needs.
func needs(joint *can.Joint, id string) (out []string) {
	if library.IsStandard(funcid.Package(id)) {
		for _, e := range library.All().Effects(funcid.Key(id)) {
			out = append(out, e.Capabilities...)
		}
		return out
	}
	for _, use := range joint.Of([]string{id}, library.All(), func(graph.Pos) []string { return nil })[id] {
		out = append(out, use.Name)
	}
	return out
}

// jointOf returns what is known of the capabilities of functions, nil if that is nothing.
func jointOf(pass *analysis.Pass) *can.Joint {
	kept, _ := pass.ResultOf[capability.Analyzer].(*can.Kept)
	if kept == nil {
		return nil
	}
	return can.Join([]*can.Kept{kept})
}

// effects returns what functions of libraries may decide, by identity, in the words of confine
// tags: what may open a file may decide which one. Of most of the standard library, rows say by
// which argument.
func effects(pass *analysis.Pass) func(id string) []string {
	joint := jointOf(pass)
	return func(id string) (out []string) {
		switch {
		case id != "" && library.IsStandard(funcid.Package(id)):
			return standard(funcid.Key(id))
		case id == "" || joint == nil:
			return graph.ConfineNames()
		}
		for _, use := range joint.Of([]string{id}, library.All(), func(graph.Pos) []string { return nil })[id] {
			out = append(out, decides(use.Name)...)
		}
		slices.Sort(out)
		return slices.Compact(out)
	}
}

// standard returns what the function of the standard library with a row key may decide, if no row
// says by which argument.
func standard(key string) (out []string) {
	opened := func(prefix string) bool { return strings.HasPrefix(key, prefix) }
	if slices.Contains(asking, key) || slices.ContainsFunc(inside, opened) {
		return nil
	}
	sinks := taint.Standard().Rows(key)
	for _, e := range library.All().Effects(key) {
		for _, name := range e.Capabilities {
			for _, to := range decides(name) {
				said := slices.ContainsFunc(sinks, func(r *library.Data) bool {
					s := taint.Sink{Kind: r.Kind}
					return r.Verb == library.VerbSink && s.ConcernsConfined(taint.Source{Labels: taint.Labels{taint.Confined(to)}})
				})
				if !said && !slices.Contains(out, to) {
					out = append(out, to)
				}
			}
		}
	}
	return out
}

// inside are the beginnings of the names of methods that work with what is open, or lead nowhere
// but below it.
var inside = []string{"io/fs.", "os.File.", "os.Root."}

// asking are functions that say something of a file, and leave it as it is, unread.
var asking = []string{"os.Lstat", "os.Readlink", "os.Stat", "os/exec.LookPath", "path/filepath.EvalSymlinks"}

// decides returns what whoever has a capability may decide by a text.
func decides(name string) []string {
	first, _, _ := strings.Cut(name, ".")
	switch first {
	case "fs":
		return []string{graph.ConfinePath.String()}
	case "net":
		if name == "net.listen" || name == "net.lookup" {
			return nil
		}
		return []string{graph.ConfineHost.String()}
	case "exec":
		return []string{graph.ConfineCommand.String()}
	case "db":
		if name == "db.open" {
			return nil
		}
		return []string{graph.ConfineSQL.String()}
	case "unknown", "cgo", "syscall", "plugin":
		return graph.ConfineNames()
	}
	return nil
}
