// Package tools holds the tools of the ledger.
package tools

import (
	"context"
	"fmt"
)

// Account reads or changes one account: what it does is part of its name.
type Account struct{ Verb string }

func (a Account) Name() string        { return a.Verb + "_account" }
func (a Account) Description() string { return "Can " + a.Verb + " an account." }

// Call does it.
func (a Account) Call(_ context.Context, input string) (string, error) {
	return fmt.Sprintf("%s %s", a.Verb, input), nil
}

// Asked is a tool that asks at the terminal before it does anything.
type Asked struct{ Account }

// Call asks, and does it if the answer is yes.
func (a Asked) Call(ctx context.Context, input string) (string, error) {
	var answer string
	fmt.Printf("%s %s? ", a.Verb, input)
	if _, err := fmt.Scanln(&answer); err != nil || answer != "yes" {
		return "refused", nil
	}
	return a.Account.Call(ctx, input)
}
