module example.com/golden

go 1.26

require github.com/tmc/langchaingo v0.0.0

replace github.com/tmc/langchaingo => ./src/langchaingo
