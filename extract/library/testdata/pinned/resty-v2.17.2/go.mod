module example.com/pinned

go 1.25

require (
	github.com/go-resty/resty/v2 v2.17.2
)
