// Package tools holds what the refund desk can do to the outside world.
package tools

import (
	"context"
	"fmt"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/schema"
)

// Order identifies one purchase.
type Order struct {
	ID string `json:"id" jsonschema:"description=order number, as printed on the invoice"`
}

// Refund is money on its way back to a customer.
type Refund struct {
	OrderID string `json:"order_id"`
	Cents   int    `json:"cents"`
	Reason  string `json:"reason"`
}

// Receipt says what the payment provider did.
type Receipt struct {
	Reference string `json:"reference"`
}

// LookupOrder reads an order; it changes nothing.
func LookupOrder() (tool.InvokableTool, error) {
	return utils.InferTool("lookup_order", "Find an order by its number.",
		func(_ context.Context, o Order) (string, error) {
			return fmt.Sprintf("order %s: 1 espresso machine, 24900 cents, delivered", o.ID), nil
		})
}

// RefundPayment sends money. It cannot be taken back.
func RefundPayment() (tool.InvokableTool, error) {
	return utils.InferTool("refund_payment", "Pay an order back to the customer's card.", payBack)
}

func payBack(_ context.Context, r Refund) (*Receipt, error) {
	if r.Cents <= 0 {
		return nil, fmt.Errorf("refund of %d cents for order %s", r.Cents, r.OrderID)
	}
	return &Receipt{Reference: "re_" + r.OrderID}, nil
}

// CheckFraud asks the risk team's service for a score. It is declared by hand
// because the service publishes its own parameter names.
func CheckFraud() tool.InvokableTool {
	return utils.NewTool(&schema.ToolInfo{
		Name: "check_fraud",
		Desc: "Score an order for fraud, 0 (fine) to 100 (do not pay).",
		ParamsOneOf: schema.NewParamsOneOfByParams(map[string]*schema.ParameterInfo{
			"id": {Type: schema.String, Required: true},
		}),
	}, func(_ context.Context, o Order) (int, error) { return len(o.ID), nil })
}

// Set returns the tools of the refund desk, in the order in which the prompt
// mentions them.
func Set(withFraudCheck bool) ([]tool.BaseTool, error) {
	lookup, err := LookupOrder()
	if err != nil {
		return nil, err
	}
	pay, err := RefundPayment()
	if err != nil {
		return nil, err
	}
	set := []tool.BaseTool{lookup, pay}
	if withFraudCheck {
		set = append(set, CheckFraud())
	}
	return set, nil
}
