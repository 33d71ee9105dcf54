# What the stories over REST share. They read it with `source`.
BASE=${BASE:-http://127.0.0.1:4000}
: "${TOKEN:?TOKEN must be the token that the first start printed}"

# call METHOD PATH [BODY]: the JSON that the API answers; an error ends the story.
call() { as "$TOKEN" "$@"; }
# as TOKEN METHOD PATH [BODY]: the same as somebody else; no header without a token.
as() {
  local options=(--silent --show-error --fail-with-body -X "$2")
  [ -z "$1" ] || options+=(-H "Authorization: Bearer $1")
  if [ $# -gt 3 ]; then options+=(-H 'content-type: application/json' -d "$4"); fi
  curl "${options[@]}" "$BASE/v1$3"
}
# get EXPRESSION: a part of the JSON on stdin, `it` being the whole.
get() { node -pe "const it = JSON.parse(require('fs').readFileSync(0, 'utf8')); $1"; }
say() { printf '\n== %s\n' "$1"; }
