import Glibc
import TestSupport
import Testing

@Suite("examples and the machine")
struct ExampleIsolationTests {
  @Test("neither the environment nor the programs, secrets, configuration and time of the machine go in")
  func machine() {
    let sandbox = Sandbox()
    sandbox.configure("exclude: [com.example.note]\nenv: {PLACE: configured}\n")
    sandbox.define(
      "com.example.note",
      """
      category: action
      accepts: text
      shell: [no-such-program, "{{ env.PLACE? }}", "{{ now }}", "{{ now | date: local, '%H:%M' }}", "{{ dirs.pictures }}", x, "{{ item.text }}"]
      examples:
        - send: {text: a}
          expect: {argv: [no-such-program, "2024-01-02T03:04:05Z", "03:04", /example/home/Pictures, x, a]}
      """)
    sandbox.directory.write("config/user-dirs.dirs", "XDG_PICTURES_DIR=\"$HOME/Bilder\"\n")
    let run = sandbox.run(
      ["test", "../config/sharerouter/activities.d"],
      environment: ["PLACE": "here", "TZ": "Asia/Tokyo", "XDG_PICTURES_DIR": "/x"])
    expectRun(run, errors: "1 example of 1 file: all hold\n")
    #expect(sandbox.remainingFiles == [])
  }

  @Test("a file beside the definition is the one that is sent, whatever the name of the folder; none outside is read")
  func beside() {
    let sandbox = Sandbox()
    let folder = "work/my %41 definitions"
    sandbox.directory.write(folder + "/samples/a.txt", "beside\n")
    sandbox.directory.write("work/b.txt", "outside\n")
    sandbox.directory.write(
      folder + "/com.example.note.yaml",
      """
      type: com.example.note
      title: Note
      category: action
      accepts: file
      shell: {argv: [cat, "{{ item.path | encode }}"], stdin: "{{ item.path | contents }}"}
      examples:
        - {send: {file: samples/a.txt}, expect: {argv: [cat, "%2Fexample%2Fsamples%2Fa.txt"], stdin: "beside\\n"}}
        - {send: {file: ../b.txt}, expect: {argv: [cat, "%2Fexample%2Fb.txt"], stdin: "example\\n"}}
        - {send: {file: /etc/passwd}, expect: {argv: [cat, "%2Fetc%2Fpasswd"], stdin: "example\\n"}}

      """)
    let run = sandbox.run(["test", "my %41 definitions"])
    expectRun(run, errors: "3 examples of 1 file: all hold\n")
    // Nor does it matter where temporary files lie.
    mkdir(sandbox.path + "/a b'ü%41", 0o700)
    let odd = sandbox.run(
      ["test", "my %41 definitions"], environment: ["XDG_RUNTIME_DIR": sandbox.path + "/a b'ü%41"])
    expectRun(odd, errors: "3 examples of 1 file: all hold\n")
  }

  @Test("what is returned is written nowhere but in the example's own folder")
  func written() {
    let sandbox = Sandbox()
    let target = sandbox.path + "/target"
    sandbox.define(
      "com.example.note",
      """
      category: action
      accepts: image
      returns: {image: "{{ item.path }}"}
      into: \(target)
      examples:
        - {send: {image: a.png}, expect: {returns: {image: \(target)/a.png}}}

      """)
    expectRun(
      sandbox.run(["test", "../config/sharerouter/activities.d"]), errors: "1 example of 1 file: all hold\n")
    #expect(access(target, F_OK) != 0)
  }
}
