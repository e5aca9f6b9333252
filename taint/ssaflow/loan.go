package ssaflow

// This file finds variables whose address a function gives away for the time of a call only, as
// arguments that are decoded are:
//
//	var in struct{ Path string }
//	if err := json.Unmarshal(args, &in); err != nil {
//
// No other call can write to such a variable.

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A loan says to whom a function gives the address of one of its variables.
type loan struct {
	kept  bool // by somebody, for longer than a call
	calls map[ssa.Instruction]bool
}

// maxLoan is through how many functions an address is followed.
const maxLoan = 3

// decoders write to what they are given the address of, and keep no address. That a method which they
// call, such as UnmarshalJSON, keeps its receiver and writes to it later is not expected.
var decoders = []string{
	"encoding/json.Unmarshal", "(*encoding/json.Decoder).Decode",
	"encoding/xml.Unmarshal", "(*encoding/xml.Decoder).Decode",
	"(*encoding/gob.Decoder).Decode",
	"gopkg.in/yaml.v2.Unmarshal", "(*gopkg.in/yaml.v2.Decoder).Decode",
	"gopkg.in/yaml.v3.Unmarshal", "(*gopkg.in/yaml.v3.Decoder).Decode",
	"go.yaml.in/yaml/v3.Unmarshal", "(*go.yaml.in/yaml/v3.Decoder).Decode",
	"github.com/goccy/go-yaml.Unmarshal", "github.com/goccy/go-json.Unmarshal",
	"sigs.k8s.io/yaml.Unmarshal", "github.com/BurntSushi/toml.Unmarshal", "github.com/pelletier/go-toml/v2.Unmarshal",
	"github.com/bytedance/sonic.Unmarshal", "github.com/bytedance/sonic.UnmarshalString",
	"github.com/mitchellh/mapstructure.Decode", "github.com/go-viper/mapstructure/v2.Decode",
	"(github.com/mark3labs/mcp-go/mcp.CallToolRequest).BindArguments",
}

// loan returns to whom the function gives the address of a variable.
func (m *memory) loan(v *ssa.Alloc) loan {
	l, known := m.loans[v]
	if !known {
		l = loan{calls: make(map[ssa.Instruction]bool)}
		l.kept = !l.follow(v, maxLoan)
		m.loans[v] = l
	}
	return l
}

// isOwn reports whether base is a variable of the function whose address nobody keeps.
func (m *memory) isOwn(base ssa.Value) bool {
	v, ok := base.(*ssa.Alloc)
	return ok && !m.loan(v).kept
}

// follow notes the calls that get an address, or an interface value that holds it, and reports whether
// nothing keeps it.
func (l *loan) follow(addr ssa.Value, depth int) bool {
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.DebugRef, *ssa.UnOp:
		case *ssa.Store:
			if ref.Val == addr {
				return false
			}
		case *ssa.FieldAddr:
			if !l.follow(ref, depth) {
				return false
			}
		case *ssa.MakeInterface:
			if !l.follow(ref, depth) {
				return false
			}
		case *ssa.MakeClosure:
			if !onlyReads(ref, addr) {
				return false
			}
		case *ssa.Call:
			if !isBorrowed(ref, addr, depth) {
				return false
			}
			l.calls[ref] = true
		default:
			return false
		}
	}
	return true
}

// isBorrowed reports whether what a call gets the address of is nobody's any more when it returns.
func isBorrowed(c *ssa.Call, addr ssa.Value, depth int) bool {
	fn := c.Call.StaticCallee()
	if fn == nil {
		return false
	}
	if slices.Contains(decoders, fn.String()) {
		return true
	}
	if depth == 0 || fn.Blocks == nil || len(fn.Params) != len(c.Call.Args) {
		return false
	}
	within := loan{calls: make(map[ssa.Instruction]bool)}
	for i, arg := range c.Call.Args {
		if arg == addr && !within.follow(fn.Params[i], depth-1) {
			return false
		}
	}
	return true
}

// onlyReads reports whether a function literal only reads the variable that it has captured by its
// address.
func onlyReads(c *ssa.MakeClosure, addr ssa.Value) bool {
	fn := c.Fn.(*ssa.Function)
	for i, bound := range c.Bindings {
		if bound == addr && !onlyLoaded(fn.FreeVars[i]) {
			return false
		}
	}
	return true
}

// onlyLoaded reports whether an address is used for nothing but loads, of what is there or of fields of it.
func onlyLoaded(addr ssa.Value) bool {
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.DebugRef, *ssa.UnOp:
		case *ssa.FieldAddr:
			if !onlyLoaded(ref) {
				return false
			}
		default:
			return false
		}
	}
	return true
}
