module example.com/pinned

go 1.25

require (
	github.com/go-git/go-git/v5 v5.12.0
)
