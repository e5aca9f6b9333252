package ssaflow

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// TestLettersRandom compares what is known of the characters that functions return, and that loops let through, with what
// they do, for random ones.
func TestLettersRandom(t *testing.T) {
	const programs = 300
	var text strings.Builder
	text.WriteString("package p\n\nimport (\n\t\"strings\"\n\t\"unicode\"\n)\n\nvar flag bool\n\nvar _, _ = strings.Count, unicode.IsDigit\n")
	gens := make([]*letterGen, programs)
	for i := range gens {
		gens[i] = &letterGen{rand: rand.New(rand.NewPCG(1, uint64(i)))}
		body := gens[i].steps(3)
		gens[i].body = body
		fmt.Fprintf(&text, "\nfunc f%d(r rune) rune {\n%s\treturn %s\n}\n", i, body.text, body.rest.text)
		fmt.Fprintf(&text, "\nfunc g%d(s string) string {\n\tvar b strings.Builder\n\tfor _, r := range s {\n\t\t_ = r\n\t\tif %s {\n\t\t\tb.WriteRune(r)\n\t\t}\n\t}\n\treturn b.String()\n}\n", i, body.cond.text)
		fmt.Fprintf(&text, "\nfunc h%d(s string) bool {\n\tfor i := 0; i < len(s); i++ {\n\t\tr := rune(s[i])\n\t\t_ = r\n\t\tif %s {\n\t\t\treturn false\n\t\t}\n\t}\n\treturn true\n}\n", i, body.cond.text)
	}
	pkg := buildText(t, text.String())
	exact, writes, loops := 0, 0, 0
	for i, g := range gens {
		got := returned(pkg.Func(fmt.Sprintf("f%d", i)))
		want, through, passed := new(alphabet), new(alphabet), new(alphabet)
		for r := range rune(0x2200) {
			for _, flag := range []bool{false, true} {
				n := int64(g.body.eval(r, flag))
				want.add(n, n)
				if g.body.cond.eval(r, flag) {
					through.add(int64(r), int64(r))
				} else if r <= unicode.MaxLatin1 {
					passed.add(int64(r), int64(r))
				}
			}
		}
		if missing := lacksAny(got, want); missing != "" {
			t.Errorf("f%d may return %s, too:\n%s", i, missing, g.body.text)
		}
		if *got == *want {
			exact++
		}
		fn := pkg.Func(fmt.Sprintf("g%d", i))
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if v := writtenLetter(instr); v != nil {
					writes++
					if missing := lacksAny(comesThrough(letterOf(v, nil), b, v), through); missing != "" {
						t.Errorf("g%d lets %s through, too: %s", i, missing, g.body.cond.text)
					}
				}
			}
		}
		for _, l := range letterLoops(pkg.Func(fmt.Sprintf("h%d", i))) {
			loops++
			if missing := lacksAny(l.passes(), passed); missing != "" {
				t.Errorf("h%d takes %s, too: %s", i, missing, g.body.cond.text)
			}
		}
	}
	if exact < programs/2 || writes < programs/2 || loops < programs/2 {
		t.Errorf("of %d programs, %d are known exactly; %d characters that are written, and %d loops are found", programs, exact, writes, loops)
	}
}

// lacksAny returns the characters of want that are not in got.
func lacksAny(got, want *alphabet) string {
	var missing []string
	for r := range want.ascii {
		if want.ascii[r] && !got.ascii[r] {
			missing = append(missing, fmt.Sprintf("%q", rune(r)))
		}
	}
	if want.other && !got.other {
		missing = append(missing, "others")
	}
	return strings.Join(missing, " ")
}

// buildText builds a package of one file.
func buildText(t *testing.T, text string) *ssa.Package {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", text, 0)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	pkg, _, err := ssautil.BuildPackage(&types.Config{Importer: stdImporter}, fset, types.NewPackage("p", "p"), []*ast.File{file}, 0)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return pkg
}

// A letterGen makes random code that looks at a character r.
type letterGen struct {
	rand *rand.Rand
	body letterBody
}

// A letterBody is code that returns a character.
type letterBody struct {
	text string
	eval func(r rune, flag bool) rune
	cond letterCond // one of its conditions
	rest letterResult
}

type letterCond struct {
	text string
	eval func(r rune, flag bool) bool
}

type letterResult struct {
	text string
	eval func(r rune) rune
}

// steps returns up to n conditions with a result for each, and a result for the rest.
func (g *letterGen) steps(n int) letterBody {
	rest := g.result()
	body := letterBody{rest: rest, eval: func(r rune, flag bool) rune { return rest.eval(r) }}
	for range 1 + g.rand.IntN(n) {
		cond, result, after := g.cond(3), g.result(), body.eval
		body.text = fmt.Sprintf("\tif %s {\n\t\treturn %s\n\t}\n%s", cond.text, result.text, body.text)
		body.eval = func(r rune, flag bool) rune {
			if cond.eval(r, flag) {
				return result.eval(r)
			}
			return after(r, flag)
		}
		body.cond = cond
	}
	return body
}

func (g *letterGen) result() letterResult {
	switch g.rand.IntN(6) {
	case 0:
		return letterResult{"-1", func(r rune) rune { return -1 }}
	case 1:
		c := g.letter()
		return letterResult{fmt.Sprintf("%q", c), func(r rune) rune { return c }}
	case 2:
		return letterResult{"unicode.ToLower(r)", unicode.ToLower}
	case 3:
		return letterResult{"r - 3", func(r rune) rune { return r - 3 }}
	}
	return letterResult{"r", func(r rune) rune { return r }}
}

// letter returns a character, some more often than others.
func (g *letterGen) letter() rune {
	if common := []rune("azAZ09./-_ é"); g.rand.IntN(2) == 0 {
		return common[g.rand.IntN(len(common))]
	}
	return ' ' + rune(g.rand.IntN(95))
}

func (g *letterGen) cond(depth int) letterCond {
	if depth > 0 {
		switch g.rand.IntN(4) {
		case 0:
			x, y := g.cond(depth-1), g.cond(depth-1)
			return letterCond{"(" + x.text + " && " + y.text + ")", func(r rune, flag bool) bool { return x.eval(r, flag) && y.eval(r, flag) }}
		case 1:
			x, y := g.cond(depth-1), g.cond(depth-1)
			return letterCond{"(" + x.text + " || " + y.text + ")", func(r rune, flag bool) bool { return x.eval(r, flag) || y.eval(r, flag) }}
		case 2:
			x := g.cond(depth - 1)
			return letterCond{"!(" + x.text + ")", func(r rune, flag bool) bool { return !x.eval(r, flag) }}
		}
	}
	c := g.letter()
	switch g.rand.IntN(10) {
	case 0:
		return letterCond{"flag", func(r rune, flag bool) bool { return flag }}
	case 1:
		return letterCond{"unicode.IsLetter(r)", func(r rune, flag bool) bool { return unicode.IsLetter(r) }}
	case 2:
		return letterCond{"unicode.IsSpace(r)", func(r rune, flag bool) bool { return unicode.IsSpace(r) }}
	case 3:
		text := string([]rune{c, g.letter(), g.letter()})
		return letterCond{fmt.Sprintf("strings.ContainsRune(%q, r)", text), func(r rune, flag bool) bool { return strings.ContainsRune(text, r) }}
	case 4, 5:
		return letterCond{fmt.Sprintf("r == %q", c), func(r rune, flag bool) bool { return r == c }}
	case 6, 7:
		return letterCond{fmt.Sprintf("r <= %q", c), func(r rune, flag bool) bool { return r <= c }}
	}
	return letterCond{fmt.Sprintf("r > %q", c), func(r rune, flag bool) bool { return r > c }}
}
