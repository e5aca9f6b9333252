// Package tools is what the refund desk may do with an order.
package tools

import (
	"fmt"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/functiontool"
)

// A Ledger is the bookkeeping behind the tools. The real one is a database in
// another building; Paper keeps it on the desk.
type Ledger interface {
	Order(id string) (Order, bool)
	Pay(id string, cents int) error
}

// An Order is what a customer bought.
type Order struct {
	ID    string `json:"id"`
	Item  string `json:"item"`
	Cents int    `json:"cents"`
}

// Paper is a ledger in memory.
type Paper map[string]Order

// Order returns an order by its id.
func (p Paper) Order(id string) (Order, bool) { o, ok := p[id]; return o, ok }

// Pay takes back the price of an order.
func (p Paper) Pay(id string, cents int) error {
	o, ok := p[id]
	if !ok || o.Cents < cents {
		return fmt.Errorf("order %s is not worth %d cents", id, cents)
	}
	o.Cents -= cents
	p[id] = o
	return nil
}

type orderArgs struct {
	ID string `json:"id" jsonschema:"the order number on the receipt"`
}

type refundArgs struct {
	ID    string `json:"id"`
	Cents int    `json:"cents" jsonschema:"how much to pay back, in cents"`
}

type noteArgs struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

type receipt struct {
	Status string `json:"status"`
}

// Lookup finds an order. It reads and nothing else.
func Lookup(l Ledger) (tool.Tool, error) {
	return functiontool.New(functiontool.Config{
		Name:        "lookup_order",
		Description: "Finds an order by its number.",
	}, lookup(l))
}

// LookupArchive finds an order in the years before the ledger.
func LookupArchive(l Ledger, name string) (tool.Tool, error) {
	return functiontool.New(functiontool.Config{
		Name:        name,
		Description: "Finds an order that is older than two years.",
	}, lookup(l))
}

// lookup makes the handler that both kinds of lookup share.
func lookup(l Ledger) functiontool.Func[orderArgs, Order] {
	return func(_ agent.Context, in orderArgs) (Order, error) {
		o, ok := l.Order(in.ID)
		if !ok {
			return Order{}, fmt.Errorf("no order %q", in.ID)
		}
		return o, nil
	}
}

// Refund pays money back. Who asks before it does is the caller's business.
func Refund(l Ledger) (tool.Tool, error) {
	return functiontool.New(functiontool.Config{
		Name:        "issue_refund",
		Description: "Pays an order back, in full or in part.",
	}, func(_ agent.Context, in refundArgs) (receipt, error) {
		if err := l.Pay(in.ID, in.Cents); err != nil {
			return receipt{}, err
		}
		return receipt{"paid"}, nil
	})
}

// CloseAccount is for customers who only ever return things. ask says for
// which of them somebody has to look first; nil asks for all of them.
func CloseAccount(ask func(noteArgs) bool) (tool.Tool, error) {
	cfg := functiontool.Config{
		Name:                "close_account",
		Description:         "Closes the account that an order belongs to.",
		RequireConfirmation: true,
	}
	if ask != nil {
		cfg.RequireConfirmationProvider = ask
	}
	return functiontool.New(cfg, func(_ agent.Context, in noteArgs) (receipt, error) {
		return receipt{"closed, because: " + in.Text}, nil
	})
}

// LongReason asks only if the reason is a long one: short reasons are clear.
func LongReason(in noteArgs) bool { return len(in.Text) > 200 }

// Note writes on the ticket.
func Note() (tool.Tool, error) {
	return functiontool.New(functiontool.Config{
		Name:        "add_note",
		Description: "Writes a note on the ticket.",
	}, addNote)
}

func addNote(_ agent.Context, in noteArgs) (receipt, error) {
	return receipt{"noted: " + in.Text}, nil
}
