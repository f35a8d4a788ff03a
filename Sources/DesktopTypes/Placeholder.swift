enum DesktopTypesPlaceholder {}
