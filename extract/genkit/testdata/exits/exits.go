// Command exits asks twice, and then serves until that fails: it never comes to the end of
// main, and yet its run has one.
package main

import (
	"context"
	"log"
	"net/http"

	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/genkit"
)

func main() {
	ctx := context.Background()
	g := genkit.Init(ctx)
	if _, err := genkit.GenerateText(ctx, g, ai.WithPrompt("first")); err != nil {
		log.Fatal(err)
	}
	if _, err := genkit.GenerateText(ctx, g, ai.WithPrompt("second")); err != nil {
		log.Fatal(err)
	}
	log.Fatal(http.ListenAndServe("", nil))
}
