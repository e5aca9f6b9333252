package ssaflow

// This file tells HTTP requests that a program sends from those that it gets: what is in the former
// nobody else has written, but where data gets there.

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
)

// Keys of the parts of a request, of what makes one that is sent, and of the request that a response answers.
const (
	requestPrefix = "net/http.Request."
	answeredKey   = "net/http.Response.Request"
	redirectedKey = "net/http.Request.Response" // only of a request that is sent, for a redirect
)

var sentBy = []string{
	"net/http.NewRequest", "net/http.NewRequestWithContext", "net/http.Request.Clone", "net/http.Request.WithContext",
}

// maxSent is through how many values and callers isSent goes.
const maxSent = 8

// isOwn reports whether a row with a key is about what a program sends: a part, or a method, of a
// request of its own.
func (p *program) isOwn(key string, of ssa.Value) bool {
	return strings.HasPrefix(key, requestPrefix) && of != nil && p.isSent(of, maxSent)
}

// isSent reports whether v is a request, or the address of one, that the program sends: it has made it, or
// sends it for a client (http.RoundTripper). What a client gives it there is followed for itself.
func (p *program) isSent(v ssa.Value, depth int) bool {
	if depth == 0 {
		return false
	}
	each := func(values []ssa.Value) bool {
		return len(values) > 0 && !slices.ContainsFunc(values, func(v ssa.Value) bool { return !p.isSent(v, depth-1) })
	}
	switch v := v.(type) {
	case *ssa.Parameter:
		return p.isSentParam(v, each)
	case *ssa.Phi:
		return each(v.Edges)
	case *ssa.Extract:
		return p.isSent(v.Tuple, depth)
	case *ssa.Call:
		fn := v.Call.StaticCallee()
		if fn == nil || !slices.Contains(sentBy, funcid.Key(p.funcID(fn))) {
			return false
		}
		return fn.Signature.Recv() == nil || p.isSent(v.Call.Args[0], depth-1)
	case *ssa.UnOp:
		t, index := structOf(v.X)
		return v.Op == token.MUL && t != nil && library.FieldKey(t, index) == answeredKey
	}
	return false
}

// isSentParam is isSent for a parameter: that of a RoundTrip method, or one that all callers give such
// requests.
func (p *program) isSentParam(v *ssa.Parameter, each func([]ssa.Value) bool) bool {
	fn := v.Parent()
	if isRoundTrip(fn) {
		return true
	}
	calls, all := p.callsOf(fn)
	if !all {
		return false
	}
	var given []ssa.Value
	n := slices.Index(fn.Params, v)
	for _, call := range calls {
		given = append(given, call.Common().Args[n])
	}
	return each(given)
}

// isRoundTrip reports whether fn is the method of an http.RoundTripper.
func isRoundTrip(fn *ssa.Function) bool {
	sig := fn.Signature
	return fn.Name() == "RoundTrip" && sig.Recv() != nil && sig.Params().Len() == 1 && sig.Results().Len() == 2 &&
		types.TypeString(sig.Params().At(0).Type(), nil) == "*net/http.Request" &&
		types.TypeString(sig.Results().At(0).Type(), nil) == "*net/http.Response"
}

// isHidden reports whether a field is one of the standard library that others do not see, or where requests and responses
// have each other.
func isHidden(t types.Type, index int) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || !library.IsStandard(named.Obj().Pkg().Path()) {
		return false
	}
	s, ok := named.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	key := library.FieldKey(t, index)
	return !s.Field(index).Exported() || key == answeredKey || key == redirectedKey
}
