module example.com/golden

go 1.25

require (
	github.com/smallnest/langgraphgo v0.0.0
	github.com/tmc/langchaingo v0.0.0
)

replace github.com/smallnest/langgraphgo => ./src/langgraphgo

replace github.com/tmc/langchaingo => ./src/langchaingo
