// Command run puts calls together that come in pieces, and runs them.
package main

import (
	"context"
	"os"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime/types"
)

// A piece is what has come of a call.
type piece struct {
	name, id string
	input    strings.Builder
}

type call struct{ name, id, input string }

var tools = map[string]func(string) string{
	"read": func(path string) string {
		data, _ := os.ReadFile(path)
		return string(data)
	},
	"remove": func(path string) string {
		os.Remove(path)
		return "done"
	},
}

func collect(events <-chan types.Output) (calls []call) {
	var pieces []*piece
	for e := range events {
		switch e := e.(type) {
		case *types.OutputStart:
			pieces = append(pieces, &piece{name: aws.ToString(e.Value.Name), id: aws.ToString(e.Value.ToolUseId)})
		case *types.OutputDelta:
			if d, ok := e.Value.(*types.DeltaToolUse); ok {
				pieces[len(pieces)-1].input.WriteString(aws.ToString(d.Value.Input))
			}
		}
	}
	for _, p := range pieces {
		calls = append(calls, call{p.name, p.id, p.input.String()})
	}
	return calls
}

func main() {
	client, in := new(bedrockruntime.Client), new(bedrockruntime.ConverseStreamInput)
	for name := range tools {
		in.Tools = append(in.Tools, types.ToolSpecification{Name: aws.String(name)})
	}
	for range 5 {
		out, err := client.ConverseStream(context.Background(), in)
		if err != nil {
			return
		}
		calls := collect(out.Events())
		if len(calls) == 0 {
			return
		}
		for _, c := range calls {
			result := types.ToolResultBlock{ToolUseId: aws.String(c.id), Content: []string{tools[c.name](c.input)}}
			in.Messages = append(in.Messages, types.Message{Content: []types.Block{&types.BlockResult{Value: result}}})
		}
	}
}
