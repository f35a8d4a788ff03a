enum ShareRouterPlaceholder {}
