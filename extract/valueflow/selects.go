package valueflow

// This file finds where a function waits for an answer, and goes on by itself if none comes in time.
//
//	select {
//	case ok := <-answers:
//	case <-time.After(time.Minute):
//	}

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
)

// A Timed waits for an answer for some time.
type Timed struct {
	Block int32
	Pos   graph.Pos // where the answer is received
	From  graph.Pos // where it begins to wait
	Cases []TimedCase
}

// A TimedCase is one of what may come first: the block from which its code is come to, where its condition holds.
type TimedCase struct {
	Block int32
	Late  bool // nothing has come in time
}

// timed notes a select by which an answer comes, or the end of some time.
func (d *decider) timed(in *ssa.Select, blk int32) {
	out := Timed{Block: blk, From: d.pos(in.Pos())}
	answers, late := false, false
	for i, s := range in.States {
		at := caseOf(in, int64(i))
		if at == nil {
			continue
		}
		c := TimedCase{Block: int32(at.Index), Late: s.Dir == types.RecvOnly && isTimer(s.Chan)}
		late = late || c.Late
		if !c.Late && s.Dir == types.RecvOnly && (isAnswer(elemOf(s.Chan)) || isPart(elemOf(s.Chan))) && !answers {
			answers, out.Pos = true, d.pos(s.Pos)
		}
		out.Cases = append(out.Cases, c)
	}
	if answers && late {
		d.flow.Timed = append(d.flow.Timed, out)
	}
}

// caseOf returns the block that ends with the branch to the code of a case, nil if there is none.
func caseOf(in *ssa.Select, n int64) *ssa.BasicBlock {
	for _, ref := range *in.Referrers() {
		index, ok := ref.(*ssa.Extract)
		if !ok || index.Index != 0 {
			continue
		}
		for _, use := range *index.Referrers() {
			is, ok := use.(*ssa.BinOp)
			if !ok || is.Op != token.EQL {
				continue
			}
			with, ok := is.Y.(*ssa.Const)
			if !ok || !constant.Compare(with.Value, token.EQL, constant.MakeInt64(n)) {
				continue
			}
			for _, end := range *is.Referrers() {
				if branch, ok := end.(*ssa.If); ok {
					return branch.Block()
				}
			}
		}
	}
	return nil
}

// isTimer reports whether a channel brings nothing but the end of some time, or of what a context is for.
func isTimer(channel ssa.Value) bool {
	switch v := channel.(type) {
	case *ssa.Call:
		if v.Call.IsInvoke() {
			return v.Call.Method.Name() == "Done" && v.Call.Method.Pkg() != nil && v.Call.Method.Pkg().Path() == "context"
		}
		if fn := v.Call.StaticCallee(); fn != nil {
			if obj := funcid.Declared(fn); obj != nil {
				return funcid.OfObject(obj) == "time.After"
			}
		}
	case *ssa.UnOp:
		addr, ok := v.X.(*ssa.FieldAddr)
		if !ok {
			return false
		}
		of, ok := addr.X.Type().Underlying().(*types.Pointer)
		return ok && types.TypeString(of.Elem(), nil) == "time.Timer"
	}
	return false
}
