module example.com/errands

go 1.25
