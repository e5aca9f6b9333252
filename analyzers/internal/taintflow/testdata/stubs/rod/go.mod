module github.com/go-rod/rod

go 1.25
