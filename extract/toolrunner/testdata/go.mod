module example.com/golden

go 1.26

require github.com/anthropics/anthropic-sdk-go v0.0.0

replace github.com/anthropics/anthropic-sdk-go => ./src/anthropic-sdk-go
