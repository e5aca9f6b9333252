// Package playwright has the declarations of playwright-go that tests use.
package playwright

type PageGotoOptions struct{ Timeout *float64 }

type Response interface{ Status() int }

type Page interface {
	Content() (string, error)
	Evaluate(expression string, arg ...any) (any, error)
	Goto(url string, options ...PageGotoOptions) (Response, error)
}
