package advisor

import (
	"context"
	"fmt"

	"github.com/tmc/langchaingo/tools"

	"example.com/langgraphgoagents/published/internal/toolkit"
)

// An Order is one trade, and the arguments of trading_api.
type Order struct {
	Symbol   string  `json:"symbol"`
	Quantity int     `json:"quantity"`
	Value    float64 `json:"value"`
}

type accountArgs struct {
	Client string `json:"client"`
}

type quoteArgs struct {
	Symbol string `json:"symbol"`
}

// A broker is what the bank is connected to.
type broker struct {
	portfolio, quotes, trades tools.Tool
}

func newBroker() broker {
	prices := map[string]float64{"BND": 72.5, "VTI": 301.25}
	return broker{
		portfolio: toolkit.New("brokerage_api", "Read what a client holds.", func(_ context.Context, a accountArgs) (string, error) {
			if a.Client == "" {
				return "", fmt.Errorf("brokerage_api: no client")
			}
			return "BND VTI", nil
		}),
		quotes: toolkit.New("market_data_api", "Read the price of a security.", func(_ context.Context, a quoteArgs) (string, error) {
			price, ok := prices[a.Symbol]
			if !ok {
				return "", fmt.Errorf("market_data_api: no quote for %s", a.Symbol)
			}
			return fmt.Sprint(price), nil
		}),
		trades: toolkit.New("trading_api", "Place an order. It is executed at once.", func(_ context.Context, o Order) (string, error) {
			if o.Quantity <= 0 {
				return "", fmt.Errorf("trading_api: %d is no quantity", o.Quantity)
			}
			return fmt.Sprintf("bought %d %s", o.Quantity, o.Symbol), nil
		}),
	}
}
