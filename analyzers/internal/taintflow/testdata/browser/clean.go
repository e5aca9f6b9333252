package browser

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strconv"

	"github.com/chromedp/chromedp"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/proto"
	"github.com/playwright-community/playwright-go"
	"github.com/tebeka/selenium"
)

const shop = "https://shop.example.com"

// OpenOrder opens a page of one host.
func OpenOrder(b *rod.Browser) (tool.InvokableTool, error) {
	return utils.InferTool("open_order", "Opens an order.", func(_ context.Context, in pageArgs) (string, error) {
		return b.MustPage(shop + "/orders/" + in.Text).MustElement("body").MustText(), nil
	})
}

// OpenPage does so by way of the protocol.
func OpenPage(b *rod.Browser) (tool.InvokableTool, error) {
	return utils.InferTool("open_page", "Opens an order.", func(_ context.Context, in pageArgs) (string, error) {
		page, err := b.Page(proto.TargetCreateTarget{URL: shop + "/?q=" + url.QueryEscape(in.Text)})
		if err != nil {
			return "", err
		}
		return page.HTML()
	})
}

var hosts = map[string]bool{"shop.example.com": true, "docs.example.com": true}

// GotoListed looks the host up first.
func GotoListed(page playwright.Page) (tool.InvokableTool, error) {
	return utils.InferTool("goto_listed", "Opens a page.", func(_ context.Context, in pageArgs) (string, error) {
		u, err := url.Parse(in.URL)
		if err != nil || !hosts[u.Hostname()] {
			return "", errors.New("not this one")
		}
		if _, err := page.Goto(in.URL); err != nil {
			return "", err
		}
		return page.Content()
	})
}

// VisitPath has one host, too.
func VisitPath(driver selenium.WebDriver) (tool.InvokableTool, error) {
	return utils.InferTool("visit_path", "Opens a page.", func(ctx context.Context, in pageArgs) (string, error) {
		var text string
		if err := chromedp.Run(ctx, chromedp.Navigate(shop+"/"+in.Text), chromedp.Text("body", &text)); err != nil {
			return "", err
		}
		return text, driver.Get(shop + "/" + in.Text)
	})
}

// EvalWith hands the model's words to a script of the program's.
func EvalWith(page *rod.Page) (tool.InvokableTool, error) {
	return utils.InferTool("eval_with", "Fills in a form.", func(_ context.Context, in pageArgs) (string, error) {
		_, err := page.Eval("(id, text) => document.getElementById(id).value = text", in.Field, in.Text)
		return "filled", err
	})
}

// EvaluateWith does so with Playwright and with Selenium.
func EvaluateWith(page playwright.Page, driver selenium.WebDriver) (tool.InvokableTool, error) {
	return utils.InferTool("evaluate_with", "Fills in a form.", func(_ context.Context, in pageArgs) (string, error) {
		if _, err := page.Evaluate("text => document.title = text", in.Text); err != nil {
			return "", err
		}
		_, err := driver.ExecuteScript("document.title = arguments[0]", []any{in.Text})
		return "filled", err
	})
}

// FillQuoted writes literals of them, which they cannot end.
func FillQuoted() (tool.InvokableTool, error) {
	return utils.InferTool("fill_quoted", "Fills in a form.", func(ctx context.Context, in pageArgs) (string, error) {
		text, err := json.Marshal(in.Text)
		if err != nil {
			return "", err
		}
		var out string
		err = chromedp.Run(ctx,
			chromedp.Evaluate(fmt.Sprintf("document.getElementById(%q).value = %s", in.Field, text), &out),
			chromedp.Evaluate("document.title = "+strconv.Quote(in.Text), &out))
		return out, err
	})
}
