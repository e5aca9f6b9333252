package valueflow

// This file follows elements of lists and maps through the library: by iterators, functions that get each of
// them, and maps for goroutines.

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/internal/funcid"
)

// syncMap records what a call puts into a sync.Map, or takes from it, as for any other map.
func (b *body) syncMap(fn string, out *Call) {
	method, ok := strings.CutPrefix(fn, "(*sync.Map).")
	if !ok || len(out.Args) < 2 || out.Args[0] == NoPlace {
		return
	}
	m, key := out.Args[0], out.Args[1]
	switch method {
	case "Store", "LoadOrStore", "Swap":
		if v := out.Args[2]; v != NoPlace {
			b.move(v, m)
			if key != NoPlace {
				b.f.Puts = append(b.f.Puts, Put{out.Pos, m, key, v})
			}
		}
	}
	switch method {
	case "Load", "LoadOrStore", "LoadAndDelete", "Swap":
		if len(out.Results) == 0 || out.Results[0] == NoPlace {
			return
		}
		b.move(m, out.Results[0])
		if key != NoPlace {
			b.f.Lookups = append(b.f.Lookups, Lookup{Block: out.Block, Pos: out.Pos, Map: m, Key: key, To: out.Results[0]})
		}
	}
}

// finders are the library functions that give each element of a list, or each value of a map behind its key, to a function.
var finders = []string{
	"slices.IndexFunc", "slices.ContainsFunc", "slices.DeleteFunc", "slices.SortFunc", "slices.SortStableFunc", "slices.MaxFunc", "slices.MinFunc",
	"slices.CompactFunc", "maps.DeleteFunc", "(*sync.Map).Range",
}

// elements records what functions get that a library gives elements of a list.
func (b *body) elements(fn string, out *Call, c *ssa.CallCommon) {
	if !slices.Contains(finders, fn) || len(c.Args) != 2 {
		return
	}
	if each := literal(c.Args[1]); each != nil && len(each.Params) > 0 {
		b.move(out.Args[0], b.place(ParamName(funcid.Of(each), len(each.Params)-1)))
		if fn != "maps.DeleteFunc" && fn != "(*sync.Map).Range" { // the other one is a key
			b.move(out.Args[0], b.place(ParamName(funcid.Of(each), 0)))
		}
	}
}

// literal returns the function that a value is, nil if it may be several.
func literal(v ssa.Value) *ssa.Function {
	if made, ok := v.(*ssa.MakeClosure); ok {
		v = made.Fn
	}
	fn, _ := v.(*ssa.Function)
	return fn
}

// ranges records what the body of a loop gets that goes through a list, or the values of a map, by way of the library. There, the
// iterator stands for what it goes through:
//
//	for _, tool := range slices.Backward(tools)
func (b *body) ranges(c *ssa.CallCommon) {
	from, ok := c.Value.(*ssa.Call)
	if !ok || len(c.Args) != 1 {
		return
	}
	callee, loop := from.Call.StaticCallee(), literal(c.Args[0])
	if callee == nil || loop == nil || len(loop.Params) == 0 {
		return
	}
	if obj := funcid.Declared(callee); obj == nil || !slices.Contains(iterators, funcid.OfObject(obj)) {
		return
	}
	last := len(loop.Params) - 1 // the value, behind an index or a key
	b.move(b.at(from), b.place(ParamName(funcid.Of(loop), last)))
}

// iterators are the library functions that return one.
var iterators = []string{"slices.All", "slices.Backward", "slices.Values", "slices.Chunk", "maps.Values", "maps.All"}

// copies records what a call of a library function leaves in another list or map as it is.
func (b *body) copies(fn string, out *Call) {
	switch {
	case fn == "maps.Copy" && len(out.Args) == 2:
		b.move(out.Args[1], out.Args[0])
	case slices.Contains(copiers, fn) && len(out.Results) > 0:
		for _, p := range out.Args {
			b.move(p, out.Results[0])
		}
	}
}
