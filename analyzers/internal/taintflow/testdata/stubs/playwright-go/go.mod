module github.com/playwright-community/playwright-go

go 1.25
