extension UInt8 {
  /// A line feed or carriage return.
  var isLineBreak: Bool { self == 0x0A || self == 0x0D }

  /// A space or tab.
  var isBlank: Bool { self == 0x20 || self == 0x09 }

  var isBlankOrLineBreak: Bool { isBlank || isLineBreak }

  /// A character of an anchor's name, as libyaml sees it.
  var isAnchorCharacter: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// A character that ends a plain scalar inside brackets.
  var isFlowIndicator: Bool {
    switch self {
    case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"): true
    default: false
    }
  }
}
