module example.com/golden

go 1.26

require github.com/go-kratos/blades v0.0.0

replace github.com/go-kratos/blades => ./src/blades
