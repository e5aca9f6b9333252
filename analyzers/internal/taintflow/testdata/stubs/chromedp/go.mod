module github.com/chromedp/chromedp

go 1.25
