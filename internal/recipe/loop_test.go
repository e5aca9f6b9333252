package recipe

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/graph"
)

const loops = `package sample

func work(int) bool
func calls() []int

func three()         { for i := 0; i < 3; i++ { work(i) } }
func ranged()        { for i := range 7 { work(i) } }
func down()          { for i := 9; i > 0; i -= 2 { work(i) } }
func upTo()          { for i := 1; i <= 5; i++ { work(i) } }
func until()         { for i := 0; i != 8; i += 2 { work(i) } }
func breaks()        { for i := 0; ; i++ { if i >= 4 { break }; work(i) } }
func late()          { for i := 0; ; { work(i); i++; if i == 6 { return } } }
func both(n int)     { for i := 0; i < n && i < 12; i++ { work(i) } }
func skips()         { for i := 0; i < 3; { if work(i) { continue }; i++ } }
func never()         { for i := 0; i < 3; i-- { work(i) } }
func param(n int)    { for i := 0; i < n; i++ { work(i) } }
func list(s []int)   { for _, x := range s { work(x) } }
func dict(s map[int]bool) { for x := range s { work(x) } }
func endless()       { for work(0) { } }
func forever()       { for { work(0) } }
func spent(left int) { for { if left < 1 { return }; if work(0) { left-- } } }
func asks()          { for { c := calls(); if len(c) == 0 { return }; work(c[0]) } }
func some()          { for { c := calls(); if len(c) < 1 { return }; work(c[0]) } }
func queue(q []int)  { for len(q) > 0 { work(q[0]); q = q[1:] } }
func budget()        { for { c := calls(); if len(c) > 20 { return }; work(c[0]) } }
func nested()        { for i := 0; i < 2; i++ { for { if work(i) { break } } } }
`

func TestLoops(t *testing.T) {
	want := map[string]string{
		"three": "at most 3", "ranged": "at most 7", "down": "at most 5", "upTo": "at most 5", "until": "at most 4",
		"breaks": "at most 4", "late": "at most 6", "both": "at most 12", "skips": "unlimited", "never": "limited",
		"param": "limited", "list": "limited", "dict": "limited", "endless": "unlimited", "forever": "unlimited",
		"spent": "unlimited", "asks": "unlimited", "some": "unlimited", "queue": "limited", "budget": "limited", "nested": "at most 2, unlimited",
	}
	fset, file, pkg := build(t, loops)
	l := lowerer(fset, file)
	got := make(map[string]string)
	for _, fn := range functions(pkg) {
		var bounds []string
		for _, loop := range Loops(l.Lower(fn)) {
			bounds = append(bounds, loop.Bound.String())
		}
		if len(bounds) > 0 {
			got[fn.Name()] = strings.Join(bounds, ", ")
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("bounds (-want +got):\n%s", diff)
	}
}

const streams = `package sample

import ("errors"; "io")

func recv() (int, error)
func close() error
func work(int) bool
func calls() []int

func nested()  { for { x, err := recv(); if err != nil { if err == io.EOF { break }; panic(err) }; work(x) } }
func flat()    { for { x, err := recv(); if err == io.EOF { return }; if err != nil { panic(err) }; work(x) } }
func is()      { for { x, err := recv(); if errors.Is(err, io.EOF) { break }; work(x) } }
func isNot()   { for { x, err := recv(); if !errors.Is(err, io.EOF) { work(x) } else { break } } }
func single()  { for { if err := close(); err != nil { return } } }
func either()  { for { x, err := recv(); if err != nil { break }; if work(x) { break } } }
func forever() { for { x, _ := recv(); work(x) } }
func counted() { for i := 0; i < 3; i++ { if _, err := recv(); err != nil { return } } }
`

func TestUntilError(t *testing.T) {
	want := map[string]bool{
		"nested": true, "flat": true, "is": true, "isNot": true, "single": true,
		"either": false, "forever": false, "counted": false,
	}
	fset, file, pkg := build(t, streams)
	l := lowerer(fset, file)
	got := make(map[string]bool)
	for _, fn := range functions(pkg) {
		for _, loop := range Loops(l.Lower(fn)) {
			got[fn.Name()] = loop.UntilError
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("loops that end by an error (-want +got):\n%s", diff)
	}
}

// TestRoundsRandom compares Rounds with counting.
func TestRoundsRandom(t *testing.T) {
	holds := map[string]func(a, b int) bool{
		"<": func(a, b int) bool { return a < b }, "<=": func(a, b int) bool { return a <= b },
		">": func(a, b int) bool { return a > b }, ">=": func(a, b int) bool { return a >= b },
		"!=": func(a, b int) bool { return a != b }, "==": func(a, b int) bool { return a == b },
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		first, step, to, after := r.IntN(21)-10, r.IntN(9)-4, r.IntN(21)-10, r.IntN(2) == 0
		for op, holds := range holds {
			n, ok := Count{First: first, Step: step, After: after, Op: op}.Rounds(to)
			if !ok {
				continue
			}
			count, i := 0, first
			for count <= n {
				if after {
					i += step
				}
				if !holds(i, to) {
					break
				}
				count++
				if !after {
					i += step
				}
			}
			if count != n {
				t.Fatalf("rounds(%d, %d, %d, %s, %v) = %d, counted %d", first, step, to, op, after, n, count)
			}
		}
	}
}

// TestDominatorsRandom compares the dominators of random functions with a
// search that leaves a block out.
func TestDominatorsRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		f := &Func{Blocks: make([]Block, 1+r.IntN(9))}
		for i := range f.Blocks {
			for range r.IntN(3) {
				f.edge(int32(i), int32(r.IntN(len(f.Blocks))))
			}
		}
		dom := dominators(f)
		for a := range f.Blocks {
			for b := range f.Blocks {
				want := f.reaches(int32(b), -1) && !f.reaches(int32(b), int32(a))
				if got := dom.has(int32(a), int32(b)); got != want {
					t.Fatalf("%s: %d dominates %d: %v, want %v", f, a, b, got, want)
				}
			}
		}
		for _, l := range Loops(f) {
			if l.Bound.State != graph.BoundUnlimited {
				t.Fatalf("%s: a loop without conditions is %v", f, l.Bound)
			}
		}
	}
}

func (f *Func) edge(from, to int32) {
	f.Blocks[from].Succs = append(f.Blocks[from].Succs, to)
	f.Blocks[to].Preds = append(f.Blocks[to].Preds, from)
}

// reaches reports whether block b is reached from the first without block not.
func (f *Func) reaches(b, not int32) bool {
	seen := make(map[int32]bool)
	var visit func(x int32) bool
	visit = func(x int32) bool {
		if x == not || seen[x] {
			return false
		}
		seen[x] = true
		if x == b {
			return true
		}
		for _, s := range f.Blocks[x].Succs {
			if visit(s) {
				return true
			}
		}
		return false
	}
	return visit(0)
}

func (f *Func) String() string {
	var b strings.Builder
	for i := range f.Blocks {
		fmt.Fprintf(&b, "%d->%v ", i, f.Blocks[i].Succs)
	}
	return b.String()
}

const waiting = `package sample

import ("context"; "time")

type worker struct { jobs chan int; stop chan bool }

func work(int) bool

func timer(ctx context.Context, t *time.Ticker) { for { select { case <-ctx.Done(): return; case <-t.C: work(0) } } }
func queue(w *worker)    { for j := range w.jobs { work(j) } }
func field(w *worker)    { for { work(<-w.jobs) } }
func polls(w *worker)    { for { select { case <-w.stop: return; default: work(0) } } }
func sometimes(w *worker) { for { if work(1) { <-w.jobs } } }
func own()               { done := make(chan int); for { go func() { done <- 1 }(); work(<-done) } }
func selects(w *worker)  { done := make(chan int); for { go func() { done <- 1 }(); select { case <-w.stop: return; case j := <-done: work(j) } } }
func sends(w *worker)    { for { select { case <-w.stop: return; case w.jobs <- 1: work(0) } } }
`

// TestWaits: a loop waits in each round for what others send, unless it may go round without, what it waits for is sent by what it
// has started itself, or it is the one that sends.
func TestWaits(t *testing.T) {
	fset, file, pkg := build(t, waiting)
	l := lowerer(fset, file)
	got := make(map[string]bool)
	for _, fn := range functions(pkg) {
		for _, loop := range Loops(l.Lower(fn)) {
			got[fn.Name()] = loop.Waits
		}
	}
	want := map[string]bool{"timer": true, "queue": true, "field": true, "polls": false, "sometimes": false, "own": false, "selects": false, "sends": false}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
