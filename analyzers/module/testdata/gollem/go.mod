module github.com/gollem-dev/gollem

go 1.25
