// Package routererror has routers that an error leads elsewhere.
package routererror

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/cloudwego/eino/compose"
)

var errEmpty = errors.New("empty")

func step(ctx context.Context, in string) (string, error) { return in + ".", nil }

// parse fails in a way that is seen.
func parse(in string) (string, error) {
	if in == "" {
		return "", errEmpty
	}
	return strings.ToLower(in), nil
}

// byHelper goes on where a function of the program fails.
func byHelper(ctx context.Context, in string) (string, error) {
	if _, err := parse(in); err != nil {
		return "b", nil
	}
	return "a", nil
}

// byLibrary goes on with one error of a library, and ends with the others.
func byLibrary(ctx context.Context, in string) (string, error) {
	_, err := os.Open(in)
	if err != nil {
		if err == io.EOF {
			return "b", nil
		}
		return "", err
	}
	return "a", nil
}

// byNone ends with any error.
func byNone(ctx context.Context, in string) (string, error) {
	text, err := parse(in)
	if err != nil {
		return "b", err
	}
	if text == "b" {
		return "b", nil
	}
	return "a", nil
}

func Build(ctx context.Context) {
	for _, route := range []func(context.Context, string) (string, error){byHelper, byLibrary, byNone} {
		g := compose.NewGraph[string, string]()
		_ = g.AddLambdaNode("work", compose.InvokableLambda(step))
		_ = g.AddLambdaNode("a", compose.InvokableLambda(step))
		_ = g.AddLambdaNode("b", compose.InvokableLambda(step))
		_ = g.AddEdge(compose.START, "work")
		_ = g.AddEdge("a", compose.END)
		_ = g.AddEdge("b", compose.END)
		_ = g.AddBranch("work", compose.NewGraphBranch(route, map[string]bool{"a": true, "b": true}))
		_, _ = g.Compile(ctx)
	}
}
