// Package chromedp has the declarations of chromedp that tests use.
package chromedp

import "context"

type Action interface{ Do(context.Context) error }

type EvaluateOption func(any) any

type QueryOption func(any)

func Run(ctx context.Context, actions ...Action) error { return nil }

func Navigate(urlstr string) Action { return nil }

func Evaluate(expression string, res any, opts ...EvaluateOption) Action { return nil }

func Text(sel any, text *string, opts ...QueryOption) Action { return nil }
