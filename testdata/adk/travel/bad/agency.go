// Package travel books a trip.
//
//	trip ── gather        flights, hotels and weather, all at once
//	     ├─ negotiate ↺   propose and criticize, until the critic is happy
//	     └─ purchase      book, then send the papers
//
// The critic ends the negotiation; the traveller confirms the purchase.
package travel

import (
	"fmt"

	"example.com/adkagents/travel/bookings"
	"example.com/adkagents/travel/planners"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/exitlooptool"
)

// sights are looked up for every trip, in this order.
var sights = []string{"flights", "hotels", "weather"}

const freeHotel = 150 // euros a night that nobody asks about

// New opens the agency.
func New(m model.LLM) (agent.Agent, error) {
	office := bookings.Agency{Account: "ACME"}

	gather, err := newGather(m, office)
	if err != nil {
		return nil, fmt.Errorf("travel: %w", err)
	}
	negotiate, err := newNegotiation(m)
	if err != nil {
		return nil, fmt.Errorf("travel: %w", err)
	}
	purchase, err := newPurchase(m, office)
	if err != nil {
		return nil, fmt.Errorf("travel: %w", err)
	}
	return planners.InTurn("trip", gather, negotiate, purchase)
}

// newGather sends one clerk for each of the sights.
func newGather(m model.LLM, office bookings.Agency) (agent.Agent, error) {
	var clerks []agent.Agent
	for _, kind := range sights {
		search, err := office.Search(kind)
		if err != nil {
			return nil, err
		}
		clerk, err := planners.Clerk(m, kind, "Find "+kind+".", search)
		if err != nil {
			return nil, err
		}
		clerks = append(clerks, clerk)
	}
	return planners.AtOnce("gather", clerks...)
}

// newNegotiation lets two models talk until they agree.
func newNegotiation(m model.LLM) (agent.Agent, error) {
	propose, err := planners.Clerk(m, "propose", "Propose an itinerary.")
	if err != nil {
		return nil, err
	}
	criticize, err := planners.Clerk(m, "criticize", "Say what is wrong with it. Exit when nothing is.")
	if err != nil {
		return nil, err
	}
	return planners.Until("negotiate", 0, propose, criticize) // DEFECT structure/livelock negotiate: the tool that ends it was given to send_papers; the two talk until the money is gone
}

// newPurchase books, and mails what was booked.
func newPurchase(m model.LLM, office bookings.Agency) (agent.Agent, error) {
	flight, err := office.Flight()
	if err != nil {
		return nil, err
	}
	hotel, err := office.Hotel(freeHotel)
	if err != nil {
		return nil, err
	}
	cancel, err := office.Cancel(false) // DEFECT(policy) structure/human-gate cancel_booking: nobody is asked before a booking is lost
	if err != nil {
		return nil, err
	}
	exit, err := exitlooptool.New()
	if err != nil {
		return nil, err
	}

	book, err := planners.Clerk(m, "book", "Book what was agreed.", flight, hotel, cancel)
	if err != nil {
		return nil, err
	}
	papers, err := planners.Clerk(m, "send_papers", "Write to the traveller.", []tool.Tool{exit}...)
	if err != nil {
		return nil, err
	}
	return planners.InTurn("purchase", book, papers) // DEFECT(strict) structure/gate-not-awaited book: a sequence does not wait; the papers go out while the traveller still thinks about it
}
