enum ShareRoutingPlaceholder {}
