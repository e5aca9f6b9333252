module github.com/smallnest/langgraphgo

go 1.25

require github.com/tmc/langchaingo v0.0.0

replace github.com/tmc/langchaingo => ../langchaingo
