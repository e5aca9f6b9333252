module example.org/helpers

go 1.25
