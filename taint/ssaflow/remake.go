package ssaflow

// This file knows which functions make another text of one, so that what a check has shown of
// the one says nothing of the other: what has no ".." may have one when it is decoded.

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
)

// remakers are such functions, by row key.
var remakers = map[string]bool{
	"encoding/base32.Encoding.DecodeString": true,
	"encoding/base64.Encoding.DecodeString": true,
	"encoding/hex.DecodeString":             true,
	"html.UnescapeString":                   true,
	"net/url.PathUnescape":                  true,
	"net/url.QueryUnescape":                 true,
	"os.Expand":                             true,
	"os.ExpandEnv":                          true,
	"regexp.Regexp.ReplaceAllLiteralString": true,
	"regexp.Regexp.ReplaceAllString":        true,
	"regexp.Regexp.ReplaceAllStringFunc":    true,
	"strconv.Unquote":                       true,
	"strings.Map":                           true,
	"strings.Replace":                       true,
	"strings.ReplaceAll":                    true,
	"strings.Replacer.Replace":              true,
	"strings.Trim":                          true,
	"strings.TrimFunc":                      true,
	"strings.TrimLeft":                      true,
	"strings.TrimPrefix":                    true,
	"strings.TrimRight":                     true,
	"strings.TrimSpace":                     true,
	"strings.TrimSuffix":                    true,
}

// filters are those of them that may take away what does harm, whatever they are given.
var filters = map[string]bool{
	"regexp.Regexp.ReplaceAllLiteralString": true,
	"regexp.Regexp.ReplaceAllString":        true,
	"regexp.Regexp.ReplaceAllStringFunc":    true,
	"strings.FieldsFunc":                    true,
	"strings.Map":                           true,
	"strings.Replacer.Replace":              true,
	"strings.TrimFunc":                      true,
}

// mayFilter reports whether a call takes away what does harm, for all that is known. What takes
// "../" away leaves one of "....//".
func mayFilter(k *call) bool {
	fn := k.common.StaticCallee()
	obj := funcid.Declared(fn)
	if obj == nil {
		return true
	}
	switch key := library.KeyOf(obj); key {
	case "strings.Replace", "strings.ReplaceAll":
		old, known := constantText(k.common.Args[1])
		return !known || !strings.ContainsAny(old, `/\\`)
	default:
		return filters[key]
	}
}

// isStandardFunc reports whether a function is of the standard library.
func isStandardFunc(fn *ssa.Function) bool {
	obj := funcid.Declared(fn)
	return obj != nil && obj.Pkg() != nil && library.IsStandard(obj.Pkg().Path())
}

// isRemade reports whether an instruction makes another text of one.
func isRemade(at ssa.Instruction) bool {
	c, ok := at.(*ssa.Call)
	if !ok {
		return false
	}
	fn := c.Call.StaticCallee()
	if fn == nil {
		return false
	}
	obj := funcid.Declared(fn)
	return obj != nil && remakers[library.KeyOf(obj)]
}
