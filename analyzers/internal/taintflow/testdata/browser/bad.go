// Package browser steers a browser for a model.
package browser

import (
	"context"
	"fmt"

	"github.com/chromedp/chromedp"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/proto"
	"github.com/playwright-community/playwright-go"
	"github.com/tebeka/selenium"
)

type pageArgs struct {
	URL    string `json:"url"`
	Script string `json:"script"`
	Field  string `json:"field"`
	Text   string `json:"text"`
}

// Open opens whatever the model names.
func Open(b *rod.Browser) (tool.InvokableTool, error) {
	return utils.InferTool("open", "Opens a page.", func(_ context.Context, in pageArgs) (string, error) {
		page := b.MustPage(in.URL) // want `taint/effect: what a model chooses for "open" decides which host is called: rod.Browser.MustPage`
		return page.MustElement("body").MustText(), nil
	})
}

// OpenTarget does so by way of the protocol.
func OpenTarget(b *rod.Browser) (tool.InvokableTool, error) {
	return utils.InferTool("open_target", "Opens a page.", func(_ context.Context, in pageArgs) (string, error) {
		page, err := b.Page(proto.TargetCreateTarget{URL: in.URL}) // want `taint/effect: what a model chooses for "open_target" decides which host is called: proto.TargetCreateTarget.URL`
		if err != nil {
			return "", err
		}
		return page.HTML()
	})
}

// Goto does so with Playwright, behind an interface.
func Goto(page playwright.Page) (tool.InvokableTool, error) {
	return utils.InferTool("goto", "Opens a page.", func(_ context.Context, in pageArgs) (string, error) {
		if _, err := page.Goto(in.URL); err != nil { // want `taint/effect: what a model chooses for "goto" decides which host is called: playwright-go.Page.Goto`
			return "", err
		}
		return page.Content()
	})
}

// Visit does so with chromedp.
func Visit() (tool.InvokableTool, error) {
	return utils.InferTool("visit", "Opens a page.", func(ctx context.Context, in pageArgs) (string, error) {
		var text string
		err := chromedp.Run(ctx,
			chromedp.Navigate(in.URL), // want `taint/effect: what a model chooses for "visit" decides which host is called: chromedp.Navigate`
			chromedp.Text("body", &text))
		return text, err
	})
}

// Get does so with Selenium.
func Get(driver selenium.WebDriver) (tool.InvokableTool, error) {
	return utils.InferTool("get", "Opens a page.", func(_ context.Context, in pageArgs) (string, error) {
		if err := driver.Get(in.URL); err != nil { // want `taint/effect: what a model chooses for "get" decides which host is called: selenium.WebDriver.Get`
			return "", err
		}
		return driver.PageSource()
	})
}

// Eval runs what the model writes in the page, with the user's cookies.
func Eval(page *rod.Page) (tool.InvokableTool, error) {
	return utils.InferTool("eval", "Runs a script.", func(_ context.Context, in pageArgs) (string, error) {
		out, err := page.Eval(in.Script) // want `taint/effect: what a model chooses for "eval" is run as a script: rod.Page.Eval`
		if err != nil {
			return "", err
		}
		return out.Description, nil
	})
}

// EvalOptions has it in a field.
func EvalOptions(page *rod.Page) (tool.InvokableTool, error) {
	return utils.InferTool("eval_options", "Runs a script.", func(_ context.Context, in pageArgs) (string, error) {
		_, err := page.Evaluate(&rod.EvalOptions{JS: in.Script}) // want `taint/effect: what a model chooses for "eval_options" is run as a script: rod.EvalOptions.JS`
		return "done", err
	})
}

// Fill builds a script of what the model says, which may end the literal.
func Fill(page playwright.Page) (tool.InvokableTool, error) {
	return utils.InferTool("fill", "Fills in a form.", func(_ context.Context, in pageArgs) (string, error) {
		_, err := page.Evaluate(fmt.Sprintf("document.getElementById(%q).value = '%s'", in.Field, in.Text)) // want `taint/effect: what a model chooses for "fill" is run as a script: playwright-go.Page.Evaluate`
		return "filled", err
	})
}

// Read evaluates an expression with chromedp.
func Read() (tool.InvokableTool, error) {
	return utils.InferTool("read", "Reads a value.", func(ctx context.Context, in pageArgs) (string, error) {
		var out string
		err := chromedp.Run(ctx, chromedp.Evaluate("document."+in.Field, &out)) // want `taint/effect: what a model chooses for "read" is run as a script: chromedp.Evaluate`
		return out, err
	})
}

// Execute runs a script with Selenium.
func Execute(driver selenium.WebDriver) (tool.InvokableTool, error) {
	return utils.InferTool("execute", "Runs a script.", func(_ context.Context, in pageArgs) (string, error) {
		out, err := driver.ExecuteScript(in.Script, nil) // want `taint/effect: what a model chooses for "execute" is run as a script: selenium.WebDriver.ExecuteScript`
		return fmt.Sprint(out), err
	})
}
