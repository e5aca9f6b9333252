module example.com/directive

go 1.25
