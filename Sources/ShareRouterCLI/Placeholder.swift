enum ShareRouterCLIPlaceholder {}
