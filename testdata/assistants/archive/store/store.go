// Package store holds the tools of the archive.
package store

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/toolrunner"
)

// File names a file.
type File struct {
	Path string `json:"path" jsonschema:"required,description=Where it is"`
}

// Text is the answer of a tool.
func Text(s string) anthropic.BetaToolResultBlockParamContentUnion {
	return anthropic.BetaToolResultBlockParamContentUnion{OfText: &anthropic.BetaTextBlockParam{Text: s}}
}

// Make makes a tool for files, and panics if that does not work.
func Make(verb, description string, run func(context.Context, File) (anthropic.BetaToolResultBlockParamContentUnion, error)) anthropic.BetaTool {
	tool, err := toolrunner.NewBetaToolFromJSONSchema(verb+"_file", description, run)
	if err != nil {
		panic(err)
	}
	return tool
}

// Read reads a file.
func Read(_ context.Context, f File) (anthropic.BetaToolResultBlockParamContentUnion, error) {
	return Text("the text of " + f.Path), nil
}

// Delete deletes a file.
func Delete(_ context.Context, f File) (anthropic.BetaToolResultBlockParamContentUnion, error) {
	return Text("deleted " + f.Path), nil
}

// AskedDelete deletes a file if somebody at the terminal says so.
func AskedDelete(ctx context.Context, f File) (anthropic.BetaToolResultBlockParamContentUnion, error) {
	if !approve(f.Path) {
		return Text("refused"), nil
	}
	return Delete(ctx, f)
}

func approve(path string) bool {
	var answer string
	fmt.Printf("Delete %s? ", path)
	fmt.Scanln(&answer)
	return answer == "yes"
}

// Clock is a tool of a type of its own.
type Clock struct{}

func (Clock) Name() string        { return "clock" }
func (Clock) Description() string { return "Tells the time." }

// InputSchema says that it takes nothing.
func (Clock) InputSchema() anthropic.BetaToolInputSchemaParam {
	return anthropic.BetaToolInputSchemaParam{}
}

// Execute tells the time.
func (Clock) Execute(context.Context, json.RawMessage) ([]anthropic.BetaToolResultBlockParamContentUnion, error) {
	return []anthropic.BetaToolResultBlockParamContentUnion{Text("noon")}, nil
}
