// Package bookings talks to airlines and hotels. Looking is free; everything
// else costs money.
package bookings

import (
	"fmt"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/functiontool"
)

// An Agency books under one account number.
type Agency struct{ Account string }

type searchArgs struct {
	From string `json:"from"`
	To   string `json:"to"`
	Day  string `json:"day"`
}

type offers struct {
	Offers []string `json:"offers"`
}

type bookArgs struct {
	Offer string `json:"offer"`
	Euros int    `json:"euros"`
}

type booking struct {
	Status string `json:"status"`
	Code   string `json:"code,omitempty"`
}

// Search returns the tool that looks for one kind of thing.
func (a Agency) Search(kind string) (tool.Tool, error) {
	return functiontool.New(functiontool.Config{
		Name:        "search_" + kind,
		Description: "Finds " + kind + ".",
	}, func(_ agent.Context, in searchArgs) (offers, error) {
		return offers{[]string{fmt.Sprintf("%s to %s on %s", kind, in.To, in.Day)}}, nil
	})
}

// Flight returns the tool that buys a ticket. A ticket cannot be given back,
// so a person is asked first, always.
func (a Agency) Flight() (tool.Tool, error) {
	return functiontool.New(functiontool.Config{
		Name:        "book_flight",
		Description: "Buys a ticket.",
	}, a.bookFlight)
}

func (a Agency) bookFlight(ctx agent.Context, in bookArgs) (booking, error) {
	answer := ctx.ToolConfirmation()
	if answer == nil {
		ctx.Actions().SkipSummarization = true
		return booking{Status: "waiting"}, ctx.RequestConfirmation("Buy "+in.Offer+"?", in)
	}
	if !answer.Confirmed {
		return booking{Status: "not booked"}, nil
	}
	return booking{"booked", a.Account + "-F"}, nil
}

// Hotel returns the tool that books a room. Cheap rooms are booked without a
// word, which the policy of the company allows up to limit euros.
func (a Agency) Hotel(limit int) (tool.Tool, error) {
	return functiontool.New(functiontool.Config{
		Name:        "book_hotel",
		Description: "Books a room.",
	}, func(ctx agent.Context, in bookArgs) (booking, error) {
		if in.Euros > limit && ctx.ToolConfirmation() == nil {
			ctx.Actions().SkipSummarization = true
			return booking{Status: "waiting"}, ctx.RequestConfirmation("Book "+in.Offer+"?", in)
		}
		if answer := ctx.ToolConfirmation(); answer != nil && !answer.Confirmed {
			return booking{Status: "not booked"}, nil
		}
		return booking{"booked", a.Account + "-H"}, nil
	})
}

// Cancel returns the tool that gives everything back, minus the fee.
func (a Agency) Cancel(confirm bool) (tool.Tool, error) {
	return functiontool.New(functiontool.Config{
		Name:                "cancel_booking",
		Description:         "Cancels a booking. The fee is lost.",
		RequireConfirmation: confirm,
	}, func(_ agent.Context, in bookArgs) (booking, error) {
		return booking{Status: "cancelled"}, nil
	})
}
