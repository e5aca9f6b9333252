// Package core is a stub of Genkit's package of that name.
package core

import "context"

type (
	Func[In, Out any]         = func(context.Context, In) (Out, error)
	Flow[In, Out, Stream any] struct{ fn Func[In, Out] }
)

func (f *Flow[In, Out, Stream]) Run(ctx context.Context, in In) (Out, error) { return f.fn(ctx, in) }
