package t

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
)

func source() string        { return "s" }
func secret() string        { return "x" }
func sink(args ...any)      {}
func clean(s string) string { return s }
func valid(s string) bool   { return s != "" }
func check(s string) error  { return nil }

func text() {
	s := source()                                  // @Source(s)
	sink(strings.ToUpper(s), fmt.Sprintf("%s", s)) // @Sink(s)
	sink(strings.Contains(s, "x"), strings.Index(s, "x"))
	sink(strings.Join([]string{"a", s}, ",")) // @Sink(s)
	for _, w := range strings.Fields(s) {
		sink(w) // @Sink(s)
	}
	n, err := strconv.Atoi(s)
	sink(n) // @Sink(s)
	sink(err)
	a, _, ok := strings.Cut(s, ":")
	sink(a) // @Sink(s)
	sink(ok)
}

func build() {
	var b strings.Builder
	b.WriteString("x")
	sink(b.String())
	b.WriteString(source()) // @Source(b)
	sink(b.String())        // @Sink(b)
	var buf bytes.Buffer
	fmt.Fprintf(&buf, "%s", source()) // @Source(f)
	sink(buf.String())                // @Sink(f)
	fmt.Fprintln(os.Stdout, source())
	fmt.Fprintln(os.Stdout, "x")
}

func readers() {
	r := strings.NewReader(source()) // @Source(r)
	data, err := io.ReadAll(r)
	sink(data) // @Sink(r)
	sink(err)
	s := bufio.NewScanner(strings.NewReader(source())) // @Source(sc)
	for s.Scan() {
		sink(s.Text()) // @Sink(sc)
	}
	var out bytes.Buffer
	w := bufio.NewWriter(&out)
	w.WriteString(source()) // @Source(w)
	w.Flush()
	sink(out.Bytes()) // @Sink(w)
}

type doc struct {
	A string
	B struct{ C []string }
}

func encoding() {
	raw, _ := json.Marshal(doc{A: source()}) // @Source(j)
	var d doc
	sink(d)
	if err := json.Unmarshal(raw, &d); err != nil {
		return
	}
	sink(d.B.C[0])                                          // @Sink(j)
	json.NewDecoder(strings.NewReader(source())).Decode(&d) // @Source(jd)
	sink(d.A)                                               // @Sink(j) @Sink(jd)
}

type key struct{}

func contexts(ctx context.Context) {
	ctx = context.WithValue(ctx, key{}, source()) // @Source(ctx)
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	sink(inner.Value(key{})) // @Sink(ctx)
	sink(ctx.Err())
}

func wrapped() error { return fmt.Errorf("x: %w", errors.New(source())) } // @Source(e)

func errs() { sink(wrapped().Error()) } // @Sink(e)

func callbacks() {
	var once sync.Once
	x := ""
	once.Do(func() { x = source() }) // @Source(once)
	sink(x)                          // @Sink(once)
	s := []string{source()}          // @Source(sort)
	sort.Slice(s, func(i, j int) bool {
		sink(s[i]) // @Sink(sort)
		return true
	})
	slices.SortFunc(s, func(a, b string) int {
		sink(a) // @Sink(sort)
		return 0
	})
	sink(strings.Map(func(r rune) rune { return r }, source())) // @Source(map) @Sink(map)
}

func effects() {
	exec.Command("sh", "-c", os.Getenv("X")) // @Source(getenv) @Sink(getenv)
	os.WriteFile("x", []byte(os.Getenv("X")), 0)
	p := os.Getenv("Y") // @Source(path)
	os.Remove(p)        // @Sink(path)
}

// Functions of the library as values.
func values(k string) {
	p := source()                                        // @Source(v)
	map[string]func(string) error{"x": os.Remove}[k](p)  // @Sink(v)
	map[string]func(string) error{"x": os.Remove}[k]("") // not p
	f := os.Remove
	if k == "" {
		f = os.RemoveAll
	}
	f(p) // @Sink(v)
	remover{f: os.Remove}.run(p)
	apply(os.Remove, p)
	outside(os.Remove, p) // @Sink(v)
	defer f(p)            // @Sink(v)
	read := os.Getenv
	if k == "" {
		read = strings.ToUpper
	}
	sink(read(k)) // @Source(env) @Sink(env)
}

type remover struct{ f func(string) error }

func (r remover) run(p string) { r.f(p) } // @Sink(v)

func apply(f func(string) error, p string) {
	f(p) // @Sink(v)
}

// Nothing is known of what it does.
func outside(f func(string) error, p string)

// Copies share what their elements refer to, and nothing else.
func copies() {
	m := map[string]string{"a": source()} // @Source(cm)
	n := map[string]string{}
	maps.Copy(m, n)
	sink(n)
	maps.Copy(n, m)
	sink(n) // @Sink(cm)
	p := []*strings.Builder{{}}
	q := slices.Clone(p)
	q[0].WriteString(source()) // @Source(cq)
	sink(p[0].String())        // @Sink(cq)
	s := []string{"a"}
	t := slices.Clone(s)
	t[0] = source() // @Source(ct)
	sink(s)
	sink(t) // @Sink(ct)
}
