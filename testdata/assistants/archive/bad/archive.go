// Package archive lets a model work on files, as it likes.
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
		store.Make("read", "Reads a file, too.", store.Read),
		store.Make("delete", "Deletes a file.", store.Delete),
		store.Clock{},
	}
}

// Runner returns what works on the archive.
func Runner(client *anthropic.Client, params anthropic.BetaMessageNewParams) *anthropic.BetaToolRunner {
	return client.Beta.Messages.NewToolRunner(Tools(), anthropic.BetaToolRunnerParams{ // DEFECT(policy) structure/human-gate delete_file: it is deleted without a question // DEFECT structure/undeclared-tool read_file: two tools have the name // DEFECT delegation/unbounded Runner: nothing limits it
		BetaMessageNewParams: params,
	})
}

// Answer works until the model is done.
func Answer(ctx context.Context, client *anthropic.Client, params anthropic.BetaMessageNewParams) (*anthropic.BetaMessage, error) {
	return Runner(client, params).RunToCompletion(ctx)
}
