// Package crm is the support desk's hold on customer data.
package crm

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/schema"
)

// A Customer is found by mail address.
type Customer struct {
	Email string `json:"email"`
}

// Credit is money that we give back as a voucher.
type Credit struct {
	Email string `json:"email"`
	Cents int    `json:"cents"`
}

const (
	toolLookup  = "lookup_customer"
	toolCredit  = "issue_credit"
	toolClose   = "close_account"
	toolArticle = "search_articles"
)

// Lookup reads a customer's record. It is a type and not a function because
// it keeps the region whose database it asks.
type Lookup struct {
	Region string
}

// Info describes the tool.
func (l *Lookup) Info(context.Context) (*schema.ToolInfo, error) {
	return &schema.ToolInfo{
		Name: toolLookup,
		Desc: "Read the record of a customer in " + l.Region + ".",
		ParamsOneOf: schema.NewParamsOneOfByParams(map[string]*schema.ParameterInfo{
			"email": {Type: schema.String, Required: true},
		}),
	}, nil
}

// InvokableRun reads the record.
func (l *Lookup) InvokableRun(_ context.Context, args string, _ ...tool.Option) (string, error) {
	var c Customer
	if err := json.Unmarshal([]byte(args), &c); err != nil {
		return "", fmt.Errorf("%s: %w", toolLookup, err)
	}
	return c.Email + ", customer since 2019", nil
}

// CloseAccount deletes a customer and everything they ever bought.
type CloseAccount struct{}

// Info describes the tool.
func (CloseAccount) Info(context.Context) (*schema.ToolInfo, error) {
	return &schema.ToolInfo{Name: toolClose, Desc: "Delete a customer's account for good."}, nil
}

// InvokableRun deletes.
func (CloseAccount) InvokableRun(context.Context, string, ...tool.Option) (string, error) {
	return "account closed", nil
}

// InRegion returns a tool that asks another region.
func (l *Lookup) InRegion(region string) *Lookup { return &Lookup{Region: region} }

// OldLookup is what Lookup replaced. A few desks still ask for it.
func OldLookup() (tool.InvokableTool, error) {
	return utils.InferTool(toolLookup, "Read the record of a customer.",
		func(_ context.Context, c Customer) (string, error) { return c.Email, nil })
}

// IssueCredit gives money back as a voucher.
func IssueCredit() (tool.InvokableTool, error) {
	return utils.InferTool(toolCredit, "Give a customer a voucher.",
		func(_ context.Context, c Credit) (string, error) {
			return fmt.Sprintf("voucher of %d cents for %s", c.Cents, c.Email), nil
		})
}

// SearchArticles searches the help pages.
func SearchArticles() (tool.InvokableTool, error) {
	return utils.InferTool(toolArticle, "Search the help pages.",
		func(_ context.Context, q struct {
			Words string `json:"words"`
		}) (string, error) {
			return "How to " + q.Words, nil
		})
}
