import Testing

/// A curl command line as documentation and browsers show it, with `HOST` for the server.
struct CurlCommandLine: Sendable, CustomTestStringConvertible {
  var command: String
  /// What is shared so that the request is that of the command line; a file where it is the name of one.
  var item = "x"
  var isFile = false
  /// The values of the secrets that are asked for, by the ends of their names.
  var secrets: [String: String] = [:]
  var variables: [String: String] = [:]
  var inputs: [String: String] = [:]

  init(
    _ command: String, item: String = "x", file: String? = nil, secrets: [String: String] = [:],
    variables: [String: String] = [:], inputs: [String: String] = [:]
  ) {
    self.command = command
    self.item = file ?? item
    isFile = file != nil
    self.secrets = secrets
    self.variables = variables
    self.inputs = inputs
  }

  var testDescription: String { command }
}

extension CurlCommandLine {
  static let all: [CurlCommandLine] = queries + data + json + forms + parts + files + authentication + shell

  private static let queries: [CurlCommandLine] = [
    .init("curl http://HOST/"),
    .init("curl http://HOST"),
    .init("curl HOST/plain/path"),
    .init("curl 'http://HOST/search?q=swift&page=2'", item: "swift"),
    .init("curl \"http://HOST/search?lang=en&q=a%20b%2Bc\"", item: "a b+c"),
    .init("curl -s -S -L --compressed 'http://HOST/v1/items/42?fields=id'", item: "id"),
    .init("curl -G http://HOST/search -d q=swift -d page=2", item: "swift"),
    .init("curl -G 'http://HOST/search?lang=en' --data-urlencode 'q=C# & C++'", item: "C# & C++"),
    .init(
      "curl --get --data-urlencode \"url=https://example.com/?a=1&b=2\" http://HOST/check",
      item: "https://example.com/?a=1&b=2"),
    .init(
      "curl 'http://HOST/weather?lat=52.5&lon=13.4&appid=0123456789abcdef'", item: "52.5",
      secrets: ["KEY": "0123456789abcdef"]),
    .init("curl --url http://HOST/a%2Fb/c.json --max-time 20 --connect-timeout 5 --retry 2"),
    .init("curl -I http://HOST/page"),
    .init("curl -X DELETE http://HOST/items/7"),
    .init("curl -XOPTIONS -i http://HOST/items"),
    .init("curl -v -H 'Accept: application/json' http://HOST/items#part"),
    .init("curl -g 'http://HOST/items?filter[name]=ann'", item: "ann"),
  ]

  private static let data: [CurlCommandLine] = [
    .init("curl -d 'Hello there' http://HOST/notes -H 'Content-Type: text/plain'", item: "Hello there"),
    .init(
      "curl -X POST http://HOST/notes -H 'Content-Type: text/plain; charset=utf-8' --data-raw '@not a file'",
      item: "@not a file"),
    .init("curl -X PUT -H \"Content-Type: text/markdown\" -d '# Title' http://HOST/pages/1"),
    .init("curl -X POST http://HOST/hook -d ''"),
    .init("curl --data-raw '<note><to>Ann</to></note>' -H 'Content-Type: application/xml' http://HOST/xml"),
    .init("curl -d just-words http://HOST/odd"),
    .init("curl -X PATCH http://HOST/items/1 -d '[]' -H 'Content-Type: application/json-patch+json'"),
    .init("curl -X POST http://HOST/graphql -H 'Content-Type: application/graphql' -d '{ me { name } }'"),
    .init("curl -X GET http://HOST/_search -H 'Content-Type: application/json' -d '{\"query\": {\"match_all\": {}}}'"),
  ]

  private static let json: [CurlCommandLine] = [
    .init(
      "curl -X POST http://HOST/notes -H 'Content-Type: application/json' -d '{\"text\": \"hello\", \"n\": 1.50}'",
      item: "hello"),
    .init("curl --json '{\"content\": \"it'\\''s\"}' http://HOST/notes", item: "it's"),
    .init("curl --json '{\"a\": ' --json '\"b\"}' http://HOST/notes", item: "b"),
    .init(
      "curl http://HOST/v1/chat -H \"Content-Type: application/json\" -d \"{\\\"model\\\":\\\"m\\\",\\\"max_tokens\\\":100,\\\"messages\\\":[{\\\"role\\\":\\\"user\\\",\\\"content\\\":\\\"Say \\\\\\\"hi\\\\\\\"\\\"}]}\"",
      item: "Say \"hi\""),
    .init(
      "curl -d '{\"title\":\"Found a bug\",\"body\":\"I found it\",\"labels\":[\"bug\",null,true,{}],\"milestone\":-1e3}' http://HOST/issues",
      item: "I found it"),
    .init(
      "curl --data-binary '{\"blocks\":[{\"type\":\"section\",\"text\":{\"type\":\"mrkdwn\",\"text\":\"*Bold* & <em>\"}}]}' -H 'content-type: application/json; charset=utf-8' http://HOST/hook2",
      item: "*Bold* & <em>"),
    .init(
      "curl -X POST http://HOST/links -H 'Content-Type: application/json' -d '{\"long_url\": \"https://example.com/a?b=c#d\", \"domain\": \"x.example\"}'",
      item: "https://example.com/a?b=c#d"),
    .init(
      "curl -X POST http://HOST/u -H 'Content-Type: application/json' -d $'{\"text\": \"tab\\\\tand \\u00e9 \\'quoted\\' \\U0001F389\"}'",
      item: "tab\tand é 'quoted' 🎉"),
    .init(
      "curl -X POST http://HOST/t -H 'Content-Type: application/json' -d '{\"template\": \"Hi {{name}}\", \"yes\": \"no\", \"num\": \"007\", \"text\": \"a: b # c\"}'",
      item: "a: b # c"),
    .init("curl -X POST http://HOST/empty --json '{}'"),
    .init("curl -X POST http://HOST/deep --json '[[1,[\"a\",[]]],{\"b\":{\"c\":[{\"d\":\"\"}]}}]'", item: "a"),
    .init(
      "curl -X POST 'http://HOST/keys' --json '{\"a b\": \"1\", \"ключ\": \"значение\", \"-\": [1], \"true\": \"x\", \"text\": \"t\"}'",
      item: "t"),
    .init(
      "curl http://HOST/login --json '{\"user\": \"ann\", \"password\": \"pa ss\\\"1\", \"message\": \"m\"}'",
      item: "m", secrets: ["PASSWORD": "pa ss\"1"]),
  ]

  private static let forms: [CurlCommandLine] = [
    .init("curl -d 'status=Hello world' http://HOST/statuses", item: "Hello world"),
    .init("curl http://HOST/form -d a=1 -d b=2 -d 'text=x&y'", item: "x"),
    .init("curl http://HOST/form --data-urlencode 'text=50% & more=less' -d lang=de", item: "50% & more=less"),
    .init("curl -X POST http://HOST/form -d 'tags[]=a&tags[]=b&title=Ü+n%C3%BC'", item: "Ü nü"),
    .init(
      "curl http://HOST/oauth/token -d grant_type=client_credentials -d client_id=me -d client_secret=s3cret",
      item: "client_credentials", secrets: ["SECRET": "s3cret"]),
    .init(
      "curl -d 'token=abcdef0123&user=u&message=hi' http://HOST/messages.json", item: "hi",
      secrets: ["TOKEN": "abcdef0123"]),
    .init(
      "curl --data 'To=%2B491234&Body=Hello' http://HOST/Messages -u AC1:tok", item: "Hello",
      secrets: ["PASSWORD": "tok"]),
  ]

  private static let parts: [CurlCommandLine] = [
    .init("curl -F file=@note.txt http://HOST/upload", file: "note.txt"),
    .init("curl -F 'file=@picture.png;type=image/png' -F title=Hello http://HOST/upload", file: "picture.png"),
    .init("curl -F \"file=@note.txt;filename=other name.txt\" -F 'public=true' http://HOST/upload", file: "note.txt"),
    .init("curl -F 'text=hello world' -F 'n=1' http://HOST/parts", item: "hello world"),
    .init(
      "curl -F 'meta={\"a\": \"b;c\"};type=application/json' -F file=@note.txt http://HOST/parts", file: "note.txt"),
    .init("curl --form-string 'text=@literal;type=x' http://HOST/parts", item: "@literal;type=x"),
    .init(
      "curl -F image=@picture.png -F thumb=@small.png http://HOST/two", file: "picture.png",
      inputs: ["thumb": "small.png"]),
  ]

  private static let files: [CurlCommandLine] = [
    .init("curl -T note.txt http://HOST/files/note.txt", file: "note.txt"),
    .init("curl --upload-file picture.png -X POST http://HOST/raw", file: "picture.png"),
    .init("curl --data-binary @picture.png -H 'Content-Type: image/png' http://HOST/images", file: "picture.png"),
    .init("curl -X POST -d @note.json -H 'Content-Type: application/json' http://HOST/import", file: "note.json"),
  ]

  private static let authentication: [CurlCommandLine] = [
    .init("curl -u ann:geheim http://HOST/me", secrets: ["PASSWORD": "geheim"]),
    .init(
      "curl -u sk_test_4eC39: http://HOST/v1/charges -d amount=2000 -d description=Charge", item: "Charge",
      secrets: ["KEY": "sk_test_4eC39"]),
    .init("curl http://ann:p%40ss@HOST/me", secrets: ["PASSWORD": "p@ss"]),
    .init("curl -H 'Authorization: Bearer abc.def-ghi_123' http://HOST/me", secrets: ["TOKEN": "abc.def-ghi_123"]),
    .init("curl --oauth2-bearer t0ken http://HOST/me", secrets: ["TOKEN": "t0ken"]),
    .init(
      "curl -H 'Authorization: token ghp_16C7e42F' -H 'Accept: application/vnd.github+json' http://HOST/user",
      secrets: ["TOKEN": "ghp_16C7e42F"]),
    .init(
      "curl -H \"X-Api-Key: $API_KEY\" http://HOST/me", secrets: ["API_KEY": "k1&k2"], variables: ["API_KEY": "k1&k2"]),
    .init(
      "curl -H 'PRIVATE-TOKEN: glpat-x' --form 'description=d' http://HOST/projects", item: "d",
      secrets: ["TOKEN": "glpat-x"]),
    .init(
      "curl -b 'session=abc; theme=dark' -A 'Mozilla/5.0 (X11; Linux)' -e http://example.com/ http://HOST/page",
      secrets: ["COOKIE": "session=abc; theme=dark"]),
  ]

  private static let shell: [CurlCommandLine] = [
    .init(
      "curl -X POST \\\n  http://HOST/lines \\\n  -H 'A: 1' \\\n  -H 'B: 2' \\\n  --data-raw '{\n  \"text\": \"two\\nlines\"\n}' \\\n  --compressed\n",
      item: "two\nlines"),
    .init("$ curl -sS \"http://HOST/p/$USER_ID\" | jq .name", variables: ["USER_ID": "u-7"]),
    .init("# first\nBASE=1 curl http://HOST/assigned > out.json 2>&1"),
    .init(
      "curl 'http://HOST/chrome' -H 'accept: */*' -H 'accept-language: de,en;q=0.9' -H 'content-type: application/json' -H 'sec-ch-ua: \"Chromium\";v=\"126\"' -H 'cookie: a=b' --data-raw $'{\"msg\":\"it\\'s\"}' ; echo",
      item: "it's", secrets: ["COOKIE": "a=b"]),
    .init("curl -H 'X-Empty;' -H 'X-One: 1' -H 'X-One: 2' -H 'X-Quote: say \"hi\"' http://HOST/headers"),
    .init("curl -d \"text=${GREETING} you\" http://HOST/env", item: "hello you", variables: ["GREETING": "hello"]),
    .init("curl -sSXPOST http://HOST/joined -dtext=joined", item: "joined"),
    .init(
      "curl http://HOST/own --json '{\"text\": \"{{ item.text }}!\", \"other\": \"content\"}'", item: "{{ item.text }}"),
  ]
}
