// Package archive lets a model work on files, and asks before it deletes one.
package archive

import (
	"context"

	"github.com/anthropics/anthropic-sdk-go"

	"example.com/assistants/archive/store"
)

// Tools returns the tools of the archive.
func Tools() []anthropic.BetaTool {
	return []anthropic.BetaTool{
		store.Make("read", "Reads a file.", store.Read),
		store.Make("delete", "Deletes a file.", store.AskedDelete),
		store.Clock{},
	}
}

// Runner returns what works on the archive.
func Runner(client *anthropic.Client, params anthropic.BetaMessageNewParams) *anthropic.BetaToolRunner {
	return client.Beta.Messages.NewToolRunner(Tools(), anthropic.BetaToolRunnerParams{
		BetaMessageNewParams: params,
		MaxIterations:        8,
	})
}

// Answer works until the model is done.
func Answer(ctx context.Context, client *anthropic.Client, params anthropic.BetaMessageNewParams) (*anthropic.BetaMessage, error) {
	return Runner(client, params).RunToCompletion(ctx)
}
