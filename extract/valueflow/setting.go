package valueflow

// This file knows what settings are where nobody sets them, and what texts begin with that are put together.

import (
	"cmp"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// defaults are the library functions that make a setting, with the argument that is its value where nobody sets another one. A
// function whose name ends in Var puts it where its first argument leads.
var defaults = map[string]int{
	"flag.String": 1, "flag.StringVar": 2, "(*flag.FlagSet).String": 2, "(*flag.FlagSet).StringVar": 3,
	"github.com/spf13/pflag.String": 1, "github.com/spf13/pflag.StringP": 2,
	"github.com/spf13/pflag.StringVar": 2, "github.com/spf13/pflag.StringVarP": 3,
	"(*github.com/spf13/pflag.FlagSet).String": 2, "(*github.com/spf13/pflag.FlagSet).StringP": 3,
	"(*github.com/spf13/pflag.FlagSet).StringVar": 3, "(*github.com/spf13/pflag.FlagSet).StringVarP": 4,
}

// defaulted records what settings are where nobody sets them.
func (b *body) defaulted(id string, out *Call, c *ssa.CallCommon) {
	if method, ok := strings.CutPrefix(strings.Replace(id, "(*github.com/spf13/viper.Viper).", viper, 1), viper); ok {
		b.viper(method, out, c)
		return
	}
	i, ok := defaults[id]
	switch {
	case len(out.Results) == 0 && !strings.Contains(id, "Var"):
	case id == "cmp.Or":
		b.move(out.Args[0], out.Results[0])
	case !ok:
	case strings.Contains(id, "Var"):
		b.setting(out.Args[i], out.Args[slices.IndexFunc(c.Args, func(v ssa.Value) bool { return isTextPointer(v.Type()) })])
	default:
		b.setting(out.Args[i], out.Results[0])
	}
}

// setting says that what is at a place is the value of a setting where nobody sets another one.
func (b *body) setting(value, at Place) {
	b.move(value, at)
	b.move(b.local(), at)
}

const viper = "github.com/spf13/viper."

// viper records defaults of settings that are known by their names, and what gets them.
func (b *body) viper(method string, out *Call, c *ssa.CallCommon) {
	named := func(key string) Place { return b.place(VarName("viper " + strings.ToLower(key))) }
	last := len(c.Args) - 1
	switch method {
	case "SetDefault":
		b.setting(out.Args[last], named(wordOf(c.Args[last-1])))
	case "GetString":
		if len(out.Results) > 0 {
			b.move(named(wordOf(c.Args[last])), out.Results[0])
		}
	case "Unmarshal", "UnmarshalExact":
		to := c.Args[len(c.Args)-2] // options come last
		if box, ok := to.(*ssa.MakeInterface); ok {
			b.unmarshalled(box.X.Type(), "", named, 0)
		}
	}
}

// unmarshalled says that the fields of a struct get settings, by their names.
func (b *body) unmarshalled(t types.Type, prefix string, named func(string) Place, depth int) {
	st, name := StructOf(t)
	if st == nil || depth > maxUnmarshalled {
		return
	}
	for i := range st.NumFields() {
		f := st.Field(i)
		key, _, _ := strings.Cut(reflect.StructTag(st.Tag(i)).Get("mapstructure"), ",")
		key = prefix + cmp.Or(key, f.Name())
		if isText(f.Type()) {
			b.move(named(key), b.place(FieldName(name, f.Name())))
		}
		b.unmarshalled(f.Type(), key+".", named, depth+1)
	}
}

// maxUnmarshalled is how deep structs are in each other.
const maxUnmarshalled = 8

func isTextPointer(t types.Type) bool {
	p, ok := t.Underlying().(*types.Pointer)
	return ok && isText(p.Elem())
}

// tagDefaults are the keys of struct tags by which libraries that read settings know what a field is where nobody sets it.
var tagDefaults = []string{"default", "envDefault", "env-default"}

// tagDefault records what a field is that is read where nobody sets it.
func (b *body) tagDefault(tag string, p Place, pos token.Pos) {
	for _, key := range tagDefaults {
		if text, ok := reflect.StructTag(tag).Lookup(key); ok {
			at := b.local()
			b.f.Texts = append(b.f.Texts, Text{b.block, at, text, b.pos(pos)})
			b.setting(at, p)
		}
	}
}

// begun records what a text begins with that a library puts together.
func (b *body) begun(id string, out *Call, c *ssa.CallCommon) {
	if len(out.Results) == 0 {
		return
	}
	switch id {
	case "net.JoinHostPort":
		b.begins(out.Args[0], out.Results[0])
	case "fmt.Sprintf", "fmt.Sprint":
		format := wordOf(c.Args[0])
		switch {
		case id == "fmt.Sprint" || strings.HasPrefix(format, "%s") || strings.HasPrefix(format, "%v"):
			if first := firstListed(c.Args[len(c.Args)-1]); first != nil {
				b.begins(b.at(first), out.Results[0])
			}
		case format != "" && format[0] != '%':
			p := b.local()
			prefix, _, _ := strings.Cut(format, "%")
			b.f.Texts = append(b.f.Texts, Text{b.block, p, prefix, out.Pos})
			b.begins(p, out.Results[0])
		}
	}
}

// begins says that a text begins with another one.
func (b *body) begins(from, to Place) { b.add(Move{From: from, To: to, Loose: true, Begins: true}) }

// firstListed returns the first value of a list that a call shows, nil if it shows none.
func firstListed(list ssa.Value) ssa.Value {
	s, ok := list.(*ssa.Slice)
	if !ok {
		return nil
	}
	for _, ref := range *s.X.Referrers() {
		at, ok := ref.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		if n, isInt := intAt(at.Index); !isInt || n != 0 {
			continue
		}
		for _, ref := range *at.Referrers() {
			if set, ok := ref.(*ssa.Store); ok && set.Addr == at {
				return set.Val
			}
		}
	}
	return nil
}
