package graph

import "context"

type TypedNode[S any] struct {
	Name, Description string
	Function          func(ctx context.Context, state S) (S, error)
}

type RetryConfig struct{ MaxAttempts int }

type RetryNode[S any] struct {
	node   TypedNode[S]
	config *RetryConfig
}

func NewRetryNode[S any](node TypedNode[S], config *RetryConfig) *RetryNode[S] {
	return &RetryNode[S]{node: node, config: config}
}

func (rn *RetryNode[S]) Execute(ctx context.Context, state S) (S, error) {
	var lastErr error
	var zero S
	for attempt := 1; attempt <= rn.config.MaxAttempts; attempt++ {
		result, err := rn.node.Function(ctx, state)
		if err == nil {
			return result, nil
		}
		lastErr = err
	}
	return zero, lastErr
}

func (g *StateGraph[S]) AddNodeWithRetry(name, description string, fn func(context.Context, S) (S, error), config *RetryConfig) {
}

type RetryPolicy struct{ MaxRetries int }

func (g *StateGraph[S]) SetRetryPolicy(policy *RetryPolicy) {}
