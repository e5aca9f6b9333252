package ssaflow

// This file knows connections on which statements are explained, and not run.

import (
	"go/token"
	"regexp"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/taint"
)

// showsPlan matches the statements by which a session of SQL Server begins, or ends, to answer statements with their plans. It has to be
// alone in its batch, so that no statement that follows can end it.
var showsPlan = regexp.MustCompile(`(?i)^\s*set\s+showplan_(?:xml|all|text)\s+(on|off)\s*;?\s*$`)

// explained returns the marks that a statement loses on a connection that explains statements: a *sql.Conn is one session, of which that
// was said before, without an error.
func (f *frame) explained(k *call) taint.Labels {
	at, ok := k.at.(*ssa.Call)
	if !ok || k.common != &at.Call || at.Call.IsInvoke() || len(at.Call.Args) == 0 || at.Call.Args[0].Type().String() != "*database/sql.Conn" {
		return nil
	}
	var uses []ssa.Instruction
	for _, conn := range f.memory.again(at.Call.Args[0]) {
		uses = append(uses, *conn.Referrers()...)
	}
	on := false
	for _, use := range uses {
		c, ok := use.(*ssa.Call)
		if !ok || c == at || c.Call.StaticCallee() == nil || c.Call.StaticCallee().Name() != "ExecContext" || len(c.Call.Args) < 3 {
			continue
		}
		text, _ := constantText(c.Call.Args[2])
		switch said := showsPlan.FindStringSubmatch(text); {
		case said == nil:
		case said[1] == "on" || said[1] == "ON":
			on = on || f.memory.precedes(c, at) && hasSucceeded(c, at)
		default:
			return nil
		}
	}
	if !on {
		return nil
	}
	return taint.Labels{taint.MarkOf("sql")}
}

// hasSucceeded reports whether the error of a call, the second of its results, is nil wherever an instruction runs.
func hasSucceeded(c *ssa.Call, at ssa.Instruction) bool {
	for _, use := range *c.Referrers() {
		err, ok := use.(*ssa.Extract)
		if !ok || err.Index != 1 {
			continue
		}
		for _, use := range *err.Referrers() {
			cond, ok := use.(*ssa.BinOp)
			if !ok {
				continue
			}
			if k, ok := cond.Y.(*ssa.Const); !ok || !k.IsNil() {
				continue
			}
			for _, use := range *cond.Referrers() {
				if branch, ok := use.(*ssa.If); ok {
					to := branch.Block().Succs[sideOf(cond.Op == token.EQL)]
					if len(to.Preds) == 1 && to.Dominates(at.Block()) {
						return true
					}
				}
			}
		}
	}
	return false
}
