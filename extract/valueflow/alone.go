package valueflow

// This file tells functions that answer a request by themselves from those that may stand before what answers it.

import (
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
)

// passing matches the names of functions by which what stands before others hands a request on, or keeps it from them.
var passing = regexp.MustCompile(`^(ServeHTTP|Next|Abort.*|Handle.*)$`)

// answersAlone reports whether a function answers a request by itself: it gets the request, or the context of gin that has it, returns
// nothing, and hands what answers to nobody but the standard library.
//
//	func (h *Files) Download(w http.ResponseWriter, r *http.Request) {
//		if !strings.HasPrefix(path, h.root) {
//			http.Error(w, "outside", http.StatusForbidden)
//
// That it turns somebody away is no matter of other ways into the program.
func answersAlone(fn *ssa.Function) bool {
	if fn.Parent() != nil || fn.Signature.Results().Len() > 0 {
		return false
	}
	takes := false
	for _, p := range fn.Params {
		name := typeName(p.Type())
		takes = takes || name == "net/http.ResponseWriter" || name == "github.com/gin-gonic/gin.Context"
	}
	return takes && keepsAnswer(fn)
}

func keepsAnswer(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(ssa.CallInstruction)
			if ok && !keepsAt(c.Common()) {
				return false
			}
		}
	}
	for _, inner := range fn.AnonFuncs {
		if !keepsAnswer(inner) {
			return false
		}
	}
	return true
}

// keepsAt reports whether a call hands what answers to nobody who may answer in its place.
func keepsAt(c *ssa.CallCommon) bool {
	if c.IsInvoke() {
		return !passing.MatchString(c.Method.Name()) && !getsAnswering(c.Args)
	}
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return true
	}
	callee := c.StaticCallee()
	switch {
	case callee == nil:
		return false
	case passing.MatchString(callee.Name()):
		return false
	case !getsAnswering(c.Args):
		return true
	}
	id := funcid.Of(callee)
	return library.IsStandard(funcid.Package(id)) || strings.HasPrefix(id, "(*github.com/gin-gonic/gin.Context).")
}

func getsAnswering(args []ssa.Value) bool {
	for _, arg := range args {
		if isAnswering(arg.Type()) {
			return true
		}
	}
	return false
}
