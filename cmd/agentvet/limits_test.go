package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A builder of a generated program is a function of many calls, one after the other.
const builderHead = `package big

import (
	"context"
	"fmt"

	"github.com/cloudwego/eino/compose"
)

var _ = fmt.Sprint

var step = compose.InvokableLambda(func(ctx context.Context, in string) (string, error) { return in, nil })

func Build(ctx context.Context) (compose.Runnable[string, string], error) {
	g := compose.NewGraph[string, string]()
`

// straight returns a builder of 2n+1 calls without a loop: a chain of n steps.
func straight(n int) string {
	var b strings.Builder
	b.WriteString(builderHead)
	for i := range n {
		fmt.Fprintf(&b, "\tg.AddLambdaNode(\"s%d\", step)\n", i)
	}
	b.WriteString("\tg.AddEdge(compose.START, \"s0\")\n")
	for i := range n - 1 {
		fmt.Fprintf(&b, "\tg.AddEdge(\"s%d\", \"s%d\")\n", i, i+1)
	}
	fmt.Fprintf(&b, "\tg.AddEdge(\"s%d\", compose.END)\n\treturn g.Compile(ctx)\n}\n", n-1)
	return b.String()
}

// looped is a builder whose loop goes past the limit: a chain of which the end is not
// read. It fills a graph of the package, too.
const looped = builderHead + `	last := compose.START
	for i := range 60_000 {
		name := fmt.Sprintf("s%d", i)
		g.AddLambdaNode(name, step)
		g.AddEdge(last, name)
		last = name
	}
	g.AddEdge(last, compose.END)
	shared.AddEdge("first", compose.END)
	return g.Compile(ctx)
}

var shared = begun()

func begun() *compose.Graph[string, string] {
	g := compose.NewGraph[string, string]()
	g.AddLambdaNode("first", step)
	g.AddEdge(compose.START, "first")
	return g
}

func Shared(ctx context.Context) (compose.Runnable[string, string], error) { return shared.Compile(ctx) }
`

// TestLimits: a straight builder of 20,000 calls is read to its end, and of one whose
// loop goes past a limit nothing is certain.
func TestLimits(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"straight", straight(10_000), "0 findings, 0 unknown; 1 workflow"},
		{"looped", looped, "0 findings, "},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := exampleModule(t)
			writeFile(t, filepath.Join(dir, "big", "big.go"), c.source)
			cmd := exec.Command(binary, "-C", dir, "./...")
			cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
			var stdout, stderr bytes.Buffer
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			err := cmd.Run()
			if err != nil || stdout.Len() > 0 || !strings.Contains(stderr.String(), c.want) {
				t.Errorf("%v: %.300s\n%s; want no finding and %q", err, stdout.String(), stderr.String(), c.want)
			}
			if known := strings.Contains(stderr.String(), ", 0 unknown"); known != (c.name == "straight") {
				t.Errorf("%s", stderr.String())
			}
		})
	}
}
