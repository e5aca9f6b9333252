// Package steps makes nodes for other packages.
package steps

import pocketflow "github.com/The-Pocket/PocketFlow-Go"

type Func = func(ctx *pocketflow.PfContext, params map[string]any, prepResult any) (any, error)

func Make(f Func) *pocketflow.Node { return pocketflow.NewNode().SetExec(f) }

func Load(*pocketflow.PfContext, map[string]any, any) (any, error)  { return nil, nil }
func Clean(*pocketflow.PfContext, map[string]any, any) (any, error) { return nil, nil }
func Store(*pocketflow.PfContext, map[string]any, any) (any, error) { return nil, nil }
