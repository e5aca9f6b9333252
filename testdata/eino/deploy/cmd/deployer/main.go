// Command deployer rehearses a deployment with a model that always agrees.
package main

import (
	"context"
	"fmt"
	"log"

	deploy "example.com/einoagents/deploy/clean"

	"example.com/einoagents/internal/fakemodel"
)

func main() {
	ctx := context.Background()
	pipeline, err := deploy.NewPipeline(ctx, fakemodel.New("GO", "built", "GOOD", "half", "LAST"), "v1.4.2")
	if err != nil {
		log.Fatal(err)
	}
	last, err := pipeline.Invoke(ctx, "checkout")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("last word:", last)
}
