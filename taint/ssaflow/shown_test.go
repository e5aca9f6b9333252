package ssaflow

import "testing"

// TestShown: a log, or a text, has of a value what its method for that returns, where nothing else
// can make its text.
func TestShown(t *testing.T) {
	const head = `package t

import (
	"context"
	"fmt"
	"log"
	"log/slog"
)

func secret() string

type opaque struct{ key string }

func (opaque) String() string { return "***" }

type open struct{ Key string }

func (open) String() string { return "***" }

type telling struct{ key string }

func (t *telling) String() string { return "key " + t.key }

type valuer struct{ Key string }

func (valuer) LogValue() slog.Value { return slog.StringValue("***") }

type formatter struct{ key string }

func (f formatter) String() string                { return "***" }
func (f formatter) Format(s fmt.State, verb rune) { fmt.Fprint(s, f.key) }

type failure struct{ key string }

func (f *failure) Error() string { return "no luck" }

var (
	logger *slog.Logger
	format string
	_      = log.Print
)

var ctx context.Context

`
	for _, tt := range []struct {
		body  string
		found bool
	}{
		{`log.Print(opaque{secret()})`, false},
		{`log.Print(open{secret()})`, false},
		{`log.Print(struct{ opaque }{opaque{secret()}})`, false},
		{`log.Print(&failure{secret()})`, false},
		{`log.Printf("%v, %s and %-8q", opaque{secret()}, opaque{secret()}, opaque{secret()})`, false},
		{`log.Printf("100%% of %v", opaque{secret()})`, false},
		{`log.Printf("%#v", opaque{secret()})`, true},
		{`log.Printf("%d", opaque{secret()})`, true},
		{`log.Printf(format, opaque{secret()})`, true},
		{`log.Print(fmt.Sprintf("%v", opaque{secret()}))`, false},
		{`log.Print(fmt.Sprintf("%#v", opaque{secret()}))`, true},
		{`log.Print(fmt.Sprintf("%v %v", &telling{secret()}, 1))`, true},
		{`log.Print(&telling{secret()})`, true},
		{`log.Print(telling{secret()})`, true},
		{`log.Print(formatter{secret()})`, true},
		{`log.Print([]opaque{{secret()}})`, true},
		{`slog.Info("x", "key", opaque{secret()})`, false},
		{`logger.DebugContext(ctx, "x", "key", opaque{secret()})`, false},
		{`logger.DebugContext(ctx, "x", "key", open{secret()})`, true},
		{`logger.Log(ctx, slog.LevelInfo, "x", "key", secret())`, true},
		{`slog.Info("x", "key", valuer{secret()})`, false},
		{`log.Print(valuer{secret()})`, true},
		{`logger.InfoContext(context.WithValue(ctx, "key", secret()), "x")`, false},
	} {
		l := newLoader(testTable(t, rows))
		l.texts["t"] = head + "func run() {\n\t" + tt.body + "\n}\n"
		if _, err := l.Import("t"); err != nil {
			t.Fatal(err)
		}
		if got := len(l.flows) > 0; got != tt.found {
			t.Errorf("%s\nflows: %v, want some: %v", tt.body, l.flows, tt.found)
		}
	}
}
