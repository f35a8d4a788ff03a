enum ShareActionsPlaceholder {}
