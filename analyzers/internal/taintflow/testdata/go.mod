module example.com/taintflow

go 1.25

require (
	github.com/chromedp/chromedp v0.0.0
	github.com/cloudwego/eino v0.0.0
	github.com/creack/pty v0.0.0
	github.com/go-rod/rod v0.0.0
	github.com/mark3labs/mcp-go v0.0.0
	github.com/playwright-community/playwright-go v0.0.0
	github.com/tebeka/selenium v0.0.0
	golang.org/x/crypto v0.0.0
)

replace (
	github.com/chromedp/chromedp => ./stubs/chromedp
	github.com/cloudwego/eino => ../../../../extract/eino/testdata/src/eino
	github.com/creack/pty => ./stubs/pty
	github.com/go-rod/rod => ./stubs/rod
	github.com/mark3labs/mcp-go => ./stubs/mcp-go
	github.com/playwright-community/playwright-go => ./stubs/playwright-go
	github.com/tebeka/selenium => ./stubs/selenium
	golang.org/x/crypto => ./stubs/crypto
)
