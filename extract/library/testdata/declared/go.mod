module example.com/declared

go 1.26

require (
	github.com/chromedp/cdproto v0.0.0-20250724212937-08a3db8b4327
	github.com/chromedp/chromedp v0.14.2
	github.com/go-rod/rod v0.116.2
	github.com/The-Pocket/PocketFlow-Go v0.0.0-20250514164711-77ad50f4f71f
	github.com/microsoft/agent-framework-go v0.0.0-20260724093212-5b27c979abb4
	github.com/playwright-community/playwright-go v0.5200.1
	github.com/tebeka/selenium v0.9.9
)

replace github.com/The-Pocket/PocketFlow-Go => ./pocketflow

replace github.com/microsoft/agent-framework-go => ./agent-framework-go
