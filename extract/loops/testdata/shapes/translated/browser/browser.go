// Package browser does what an action says.
package browser

import (
	"net/http"
	"os"
)

// A Kind is what to do; the names of tools are others.
type Kind string

const (
	Open  Kind = "go"
	Type  Kind = "type"
	Press Kind = "press"
	Look  Kind = "look"
)

type Action struct {
	Kind      Kind
	URL, Text string
}

type Result struct{ Said string }

type Browser struct{ page *os.File }

func (b *Browser) Do(a Action) *Result {
	switch a.Kind {
	case Open:
		return try(a, func() error { return b.open(a.URL) })
	case Type:
		return try(a, func() error { return b.write(a.Text) })
	case Press:
		return try(a, func() error { return b.write("\n") })
	case Look:
		return failed(a) // it is looked at elsewhere
	}
	return failed(a)
}

// try is the handler of none: it runs what it is handed.
func try(a Action, do func() error) *Result {
	if do() != nil {
		return failed(a)
	}
	return &Result{string(a.Kind) + " done"}
}

func failed(a Action) *Result { return &Result{string(a.Kind) + " failed"} }

func (b *Browser) open(url string) error {
	_, err := http.Get(url)
	return err
}

func (b *Browser) write(text string) error {
	_, err := b.page.WriteString(text)
	return err
}
