package module

// This file compares tools with what somebody has recorded of them.
//
// What is said of a tool follows from that tool and the inventory alone. So drivers that show one package
// at a time say the same as those that see all of them.

import (
	"path/filepath"
	"slices"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/change"
	"github.com/agentvet/agentvet/internal/funcid"
)

// A record is an inventory.
type record struct {
	*verify.Record
	about   report.Inventory
	servers []graph.Server
	given   bool
}

// newRecord returns an inventory as a record, which is empty for nil.
func newRecord(in *policy.Inventory) record {
	if in == nil {
		return record{Record: new(verify.Record)}
	}
	about := report.Inventory{File: in.File, Pos: in.Pos, Older: in.Older}
	return record{verify.NewRecord(about, in.Tools), about, in.Servers, true}
}

// drift returns a finding for each tool and each server that is not as it was recorded, and says of an inventory of an older form that a part
// of what they say is not compared.
func (r record) drift(tools []*graph.Tool, servers []graph.Server) (out []report.Finding) {
	if r.about.Older && len(tools)+len(servers) > 0 {
		out = append(out, *report.OlderInventory(r.about))
	}
	out = append(out, r.instructions(servers)...)
	for _, t := range tools {
		if f := r.Drift(t); f != nil {
			f.Context = funcid.Key(topLevel(t.Handler))
			out = append(out, *f)
		}
	}
	return out
}

// instructions returns a finding for each server that tells models what was not recorded. That a server is gone is no finding.
func (r record) instructions(servers []graph.Server) (out []report.Finding) {
	if !r.given || r.about.Older {
		return nil
	}
	for _, c := range change.Servers(r.servers, servers) {
		if c.New != "" {
			out = append(out, *report.InstructionsDrift(r.about, c))
		}
	}
	return out
}

// ownServers returns the servers with instructions that stand in files of a package.
func ownServers(p *Package) []graph.Server {
	return slices.DeleteFunc(p.Program.AllServers(), func(s graph.Server) bool { return filepath.Dir(s.Pos.File) != p.Dir })
}

// ownTools returns the tools of a package of which a driver that shows it alone says whether they are as they
// were recorded: those that stand in its files, but for those that another package gives a handler.
func (r record) ownTools(p *Package) []*graph.Tool {
	return slices.DeleteFunc(uniqueTools(p.Program.HeldTools()), func(t *graph.Tool) bool {
		return filepath.Dir(t.Pos.File) != p.Dir || r.Handled(t)
	})
}

// otherTools returns the tools of packages that ownTools has of none of them: those of agents without a
// framework, and those that are spread over packages or come from libraries.
func (r record) otherTools(m *Module) []*graph.Tool {
	own := make(map[toolID]bool)
	for _, p := range m.sight {
		for _, t := range r.ownTools(p) {
			own[idOf(t)] = true
		}
	}
	all := join(m.sight, completed(m.sight)).HeldTools()
	return slices.DeleteFunc(uniqueTools(append(all, m.Tools()...)), func(t *graph.Tool) bool { return own[idOf(t)] })
}
