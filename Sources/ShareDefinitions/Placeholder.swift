enum ShareDefinitionsPlaceholder {}
