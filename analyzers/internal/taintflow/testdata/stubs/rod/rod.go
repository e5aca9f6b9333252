// Package rod has the declarations of rod that tests use.
package rod

import "github.com/go-rod/rod/lib/proto"

type Browser struct{}

func New() *Browser { return &Browser{} }

func (b *Browser) Page(opts proto.TargetCreateTarget) (*Page, error) { return &Page{}, nil }
func (b *Browser) MustPage(url ...string) *Page                      { return &Page{} }

type Page struct{}

func (p *Page) Navigate(url string) error             { return nil }
func (p *Page) MustNavigate(url string) *Page         { return p }
func (p *Page) HTML() (string, error)                 { return "", nil }
func (p *Page) MustHTML() string                      { return "" }
func (p *Page) MustElement(selector string) *Element  { return &Element{} }
func (p *Page) MustEval(js string, params ...any) any { return nil }

func (p *Page) Eval(js string, args ...any) (*proto.RuntimeRemoteObject, error) { return nil, nil }

func (p *Page) Evaluate(opts *EvalOptions) (*proto.RuntimeRemoteObject, error) { return nil, nil }

type EvalOptions struct {
	JS     string
	JSArgs []any
}

func Eval(js string, args ...any) *EvalOptions { return &EvalOptions{JS: js, JSArgs: args} }

type Element struct{}

func (el *Element) MustText() string { return "" }
