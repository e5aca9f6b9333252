// Package names has the names of nodes.
package names

import (
	"context"
)

const (
	Fetch  = "fetch"
	Prefix = "pre_"
)

var Var = Prefix + "check"

func Step(ctx context.Context, in string) (string, error) { return in + ".", nil }
