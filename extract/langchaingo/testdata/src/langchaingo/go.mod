module github.com/tmc/langchaingo

go 1.26
