enum ShareItemsPlaceholder {}
