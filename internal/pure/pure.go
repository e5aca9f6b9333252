// Package pure has functions of the standard library that do nothing but to make a value of other ones, for what runs code of a program
// in an interpreter of its own.
package pure

import (
	"html"
	"net/url"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Functions are functions of texts, lists of texts, numbers, truth values and characters, by the names that go/ssa gives them: their results
// depend on nothing else. What depends on the machine where a program runs, such as the separator of paths, is that of the machine that
// runs agentvet.
var Functions = map[string]any{
	"strings.Clone": strings.Clone, "strings.Compare": strings.Compare, "strings.Contains": strings.Contains,
	"strings.ContainsAny": strings.ContainsAny, "strings.ContainsRune": strings.ContainsRune, "strings.Count": strings.Count,
	"strings.Cut": strings.Cut, "strings.CutPrefix": strings.CutPrefix, "strings.CutSuffix": strings.CutSuffix,
	"strings.EqualFold": strings.EqualFold, "strings.Fields": strings.Fields, "strings.HasPrefix": strings.HasPrefix,
	"strings.HasSuffix": strings.HasSuffix, "strings.Index": strings.Index, "strings.IndexAny": strings.IndexAny,
	"strings.IndexByte": strings.IndexByte, "strings.IndexRune": strings.IndexRune, "strings.Join": strings.Join,
	"strings.LastIndex": strings.LastIndex, "strings.LastIndexAny": strings.LastIndexAny, "strings.LastIndexByte": strings.LastIndexByte,
	"strings.Replace": strings.Replace, "strings.ReplaceAll": strings.ReplaceAll, "strings.Split": strings.Split,
	"strings.SplitAfter": strings.SplitAfter, "strings.SplitN": strings.SplitN, "strings.ToLower": strings.ToLower,
	"strings.ToTitle": strings.ToTitle, "strings.ToUpper": strings.ToUpper, "strings.Trim": strings.Trim,
	"strings.TrimLeft": strings.TrimLeft, "strings.TrimPrefix": strings.TrimPrefix, "strings.TrimRight": strings.TrimRight,
	"strings.TrimSpace": strings.TrimSpace, "strings.TrimSuffix": strings.TrimSuffix,
	"strconv.Atoi": strconv.Atoi, "strconv.FormatBool": strconv.FormatBool, "strconv.FormatInt": strconv.FormatInt,
	"strconv.FormatUint": strconv.FormatUint, "strconv.Itoa": strconv.Itoa, "strconv.ParseBool": strconv.ParseBool,
	"strconv.ParseInt": strconv.ParseInt, "strconv.Quote": strconv.Quote, "strconv.Unquote": strconv.Unquote,
	"path.Base": path.Base, "path.Clean": path.Clean, "path.Dir": path.Dir, "path.Ext": path.Ext, "path.IsAbs": path.IsAbs,
	"path.Join": path.Join, "path.Match": path.Match, "path.Split": path.Split,
	"path/filepath.Base": filepath.Base, "path/filepath.Clean": filepath.Clean, "path/filepath.Dir": filepath.Dir,
	"path/filepath.Ext": filepath.Ext, "path/filepath.IsAbs": filepath.IsAbs, "path/filepath.IsLocal": filepath.IsLocal,
	"path/filepath.Join": filepath.Join, "path/filepath.Match": filepath.Match, "path/filepath.Rel": filepath.Rel,
	"path/filepath.ToSlash": filepath.ToSlash,
	"unicode.IsControl":     unicode.IsControl, "unicode.IsDigit": unicode.IsDigit, "unicode.IsLetter": unicode.IsLetter,
	"unicode.IsLower": unicode.IsLower, "unicode.IsNumber": unicode.IsNumber, "unicode.IsPrint": unicode.IsPrint,
	"unicode.IsPunct": unicode.IsPunct, "unicode.IsSpace": unicode.IsSpace, "unicode.IsSymbol": unicode.IsSymbol,
	"unicode.IsUpper": unicode.IsUpper, "unicode.ToLower": unicode.ToLower, "unicode.ToUpper": unicode.ToUpper,
	"unicode/utf8.RuneCountInString": utf8.RuneCountInString, "unicode/utf8.RuneLen": utf8.RuneLen,
	"unicode/utf8.ValidString": utf8.ValidString,
	"html.EscapeString":        html.EscapeString,
	"net/url.PathEscape":       url.PathEscape, "net/url.QueryEscape": url.QueryEscape,
	"cmp.Compare": strings.Compare, "cmp.Less": func(a, b string) bool { return a < b },
}
