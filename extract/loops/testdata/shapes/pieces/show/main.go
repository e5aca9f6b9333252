// Command show prints what a model wants called, and calls nothing.
package main

import (
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime/types"
)

func main() {
	client, in := new(bedrockruntime.Client), new(bedrockruntime.ConverseStreamInput)
	for range 5 {
		out, err := client.ConverseStream(context.Background(), in)
		if err != nil {
			return
		}
		for e := range out.Events() {
			switch e := e.(type) {
			case *types.OutputStart:
				fmt.Println("calls", aws.ToString(e.Value.Name))
			case *types.OutputDelta:
				if d, ok := e.Value.(*types.DeltaToolUse); ok {
					fmt.Print(aws.ToString(d.Value.Input))
				}
			}
		}
	}
}
