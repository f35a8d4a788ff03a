/// What a person can press, as far as the sheet knows it.
enum Key: Equatable, Sendable {
  /// One grapheme.
  case text(Character)
  /// What was pasted in one go.
  case paste(String)
  case enter
  case escape
  case tab
  case backTab
  case backspace
  case delete
  case up
  case down
  case left
  case right
  case home
  case end
  case pageUp
  case pageDown
  /// Control with a letter, in lower case.
  case control(Character)
  /// Alt with a character.
  case alt(Character)
}
