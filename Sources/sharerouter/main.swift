print("sharerouter")
