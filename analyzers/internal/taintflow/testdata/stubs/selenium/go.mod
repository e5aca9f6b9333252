module github.com/tebeka/selenium

go 1.25
