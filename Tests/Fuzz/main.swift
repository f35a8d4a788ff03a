import Glibc

// One worker of `Scripts/fuzz`: looks at inputs FIRST ..< FIRST + COUNT of a seed and notes in PROGRESS how far it is, so
// that the input that it died of can be made again.
//
//   Fuzz loader|scripts SEED FIRST COUNT PROGRESS [SAMPLE]
//   Fuzz show loader|scripts SEED INDEX

let arguments = CommandLine.arguments
if arguments.count == 5, arguments[1] == "show", let seed = UInt64(arguments[3]), let index = Int(arguments[4]) {
  let input =
    arguments[2] == "loader" ? LoaderTrial(seed: seed).input(index).bytes : ScriptTrial(seed: seed).input(index)
  _ = write(1, input, input.count)
} else if arguments.count >= 6, let seed = UInt64(arguments[2]), let first = Int(arguments[3]),
  let count = Int(arguments[4])
{
  let progress = Progress(path: arguments[5])
  let sample = arguments.count > 6 ? Int(arguments[6]) ?? 0 : 0
  switch arguments[1] {
  case "loader": LoaderTrial(seed: seed).run(first..<first + count, progress)
  case "scripts": ScriptTrial(seed: seed).run(first..<first + count, progress, sample: sample)
  default: exit(2)
  }
} else {
  say("usage: Fuzz loader|scripts SEED FIRST COUNT PROGRESS [SAMPLE], or Fuzz show loader|scripts SEED INDEX")
  exit(2)
}
