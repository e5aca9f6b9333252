// Package tools has the tools of the desk.
package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/Ingenimax/agent-sdk-go/pkg/interfaces"
)

// orders are what the shop has sold.
var orders = map[string]float64{"A-1": 20, "A-2": 340}

// spec is what all tools say of themselves.
type spec struct {
	name, text string
	params     map[string]interfaces.ParameterSpec
}

func (s *spec) Name() string                                    { return s.name }
func (s *spec) Description() string                             { return s.text }
func (s *spec) Parameters() map[string]interfaces.ParameterSpec { return s.params }

var orderParam = map[string]interfaces.ParameterSpec{
	"order": {Type: "string", Description: "the number of the order", Required: true},
}

type orderArgs struct {
	Order string `json:"order"`
}

// lookup finds an order.
type lookup struct{ spec }

// Lookup returns the tool that finds an order of a shop.
func Lookup(shop string) interfaces.Tool {
	return &lookup{spec{"lookup_" + strings.ToLower(shop), "Finds an order of " + shop + ".", orderParam}}
}

func (t *lookup) Run(ctx context.Context, input string) (string, error) { return t.Execute(ctx, input) }

func (t *lookup) Execute(ctx context.Context, args string) (string, error) {
	var in orderArgs
	if err := json.Unmarshal([]byte(args), &in); err != nil {
		return "", err
	}
	price, ok := orders[in.Order]
	if !ok {
		return "", fmt.Errorf("no order %q", in.Order)
	}
	return fmt.Sprintf("%s: %.2f", in.Order, price), nil
}

// refund pays back.
type refund struct {
	spec
	book *os.File
}

// Refund returns the tool that pays an order back.
func Refund(book *os.File) interfaces.Tool {
	return &refund{spec{"refund_order", "Pays an order back.", orderParam}, book}
}

func (t *refund) Run(ctx context.Context, input string) (string, error) { return t.Execute(ctx, input) }

func (t *refund) Execute(ctx context.Context, args string) (string, error) {
	var in orderArgs
	if err := json.Unmarshal([]byte(args), &in); err != nil {
		return "", err
	}
	if _, err := fmt.Fprintln(t.book, "refund", in.Order, orders[in.Order]); err != nil {
		return "", err
	}
	return "paid back", nil
}

// Confirmed is a tool about which the clerk is asked first.
type Confirmed struct{ interfaces.Tool }

// Execute asks, and does nothing if the answer is not yes.
func (t Confirmed) Execute(ctx context.Context, args string) (string, error) {
	fmt.Printf("%s %s: go on? ", t.Name(), args)
	var answer string
	if _, err := fmt.Scanln(&answer); err != nil || answer != "yes" {
		return "the clerk refuses", nil
	}
	return t.Tool.Execute(ctx, args)
}
