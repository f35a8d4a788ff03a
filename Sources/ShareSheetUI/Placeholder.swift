enum ShareSheetUIPlaceholder {}
