module example.com/passtest

go 1.25
