module example.com/golden

go 1.25

require (
	github.com/cloudwego/eino v0.0.0
	github.com/cloudwego/eino-ext/components/model/ark v0.0.0
)

replace github.com/cloudwego/eino => ./src/eino

replace github.com/cloudwego/eino-ext/components/model/ark => ./src/ark
