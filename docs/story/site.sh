#!/usr/bin/env bash
# A docs site and its readers, by curl: the manual as three sections, one of them with two variants, read by the public, by
# a share link and by two visitors who signed in. Most pages of the section Operate have a condition.
#   IMPORT_ALLOW_HOSTS=127.0.0.1 npm start       in one terminal: it prints a token
#   TOKEN=… docs/story/site.sh                   in another
set -euo pipefail
source "$(dirname "$0")/calls.sh"

MANUAL=$(cd "$(dirname "$0")/../manual" && pwd)
ORG=$(call GET /orgs | get 'it.items[0].id')

# space TITLE FOLDER [CONDITION]: a space with a page for each file of a folder of the manual; prints its id.
space() {
  local id
  id=$(call POST "/orgs/$ORG/spaces" "{ \"title\": \"$1\" }" | get it.id)
  FOLDER="$MANUAL/$2" CONDITION="${3:-}" node -e '
    const { readdirSync, readFileSync } = require("fs");
    const { FOLDER, CONDITION } = process.env;
    const files = readdirSync(FOLDER).filter((name) => name.endsWith(".md"));
    const changes = files.map((name, at) => ({
      operation: "insert_page",
      title: name.replace(/\.md$/, ""),
      ...(CONDITION && at > 0 ? { condition: CONDITION } : {}),
      document: { markdown: readFileSync(`${FOLDER}/${name}`, "utf8").replace(/^---\n.*?\n---\n/s, "") },
    }));
    process.stdout.write(JSON.stringify({ changes }));' > /tmp/octavo-story.$$
  call POST "/spaces/$id/content" "@/tmp/octavo-story.$$" >/dev/null
  rm /tmp/octavo-story.$$
  echo "$id"
}

say 'The manual becomes four spaces'
START=$(space 'Start' start)
USE=$(space 'Use' use)
CONCEPTS=$(space 'Concepts' concepts)
OPERATE=$(space 'Operate' operate 'visitor.claims.operator')
echo "$START $USE $CONCEPTS $OPERATE"

say 'A site of three sections, the first with two variants'
SITE=$(call POST "/orgs/$ORG/sites" "{ \"title\": \"Manual\", \"spaces\": [\"$START\"] }" | get it.id)
AT="/orgs/$ORG/sites/$SITE"
call POST "$AT/sections" "{ \"spaceId\": \"$CONCEPTS\", \"title\": \"Concepts\" }" | get '`section ${it.path}`'
FIRST=$(call GET "$AT/sections" | get 'it.items[0].id')
call POST "$AT/site-spaces" "{ \"spaceId\": \"$USE\", \"sectionId\": \"$FIRST\" }" | get '`variant ${it.path}`'
call POST "$AT/sections" "{ \"spaceId\": \"$OPERATE\", \"title\": \"Operate\" }" | get '`section ${it.path}`'
call PUT "$AT/adaptive-schema" '{ "jsonSchema": { "type": "object", "additionalProperties": false,
  "properties": { "operator": { "type": "boolean", "description": "Runs a server" } } } }' >/dev/null
call GET "$AT/adaptive-schema/template-conditions" | get 'it.items[0].condition'
URL=$(call POST "$AT/publish" | get it.urls.published)
echo "$URL"

# look URL [VISITOR TOKEN]: the token with which a reader of a URL reads.
look() {
  as '' POST /urls/published "{ \"url\": \"$1\", \"visitor\": { \"unsignedClaims\": {}${2:+, \"jwtToken\": \"$2\"} } }" |
    get it.apiToken
}
# read_as READER: the pages of each part of the site that a reader sees.
read_as() {
  local published
  published=$(as "$1" GET "$AT/published")
  echo "$published" | get 'it.structure.structure.map(({ title, urls, siteSpaces }) =>
    `${title} at ${urls.published}: ${siteSpaces.map((one) => one.title).join(", ")}`).join("\n")'
  if as "$1" GET "/spaces/$OPERATE/content/pages" > /tmp/octavo-story.$$ 2>/dev/null; then
    get '`Operate has the pages ${it.pages.map((page) => page.title).join(", ")}`' < /tmp/octavo-story.$$
  fi
  rm -f /tmp/octavo-story.$$
}

say 'A public reader'
read_as "$(look "$URL")"

say 'By a share link, whose key is part of every address'
call PATCH "$AT" '{ "visibility": "share-link" }' >/dev/null
SHARED=$(call POST "$AT/share-links" '{ "name": "For partners" }' | get it.urls.published)
as '' POST /urls/published "{ \"url\": \"$URL\" }" 2>/dev/null | get it.error.message || true
read_as "$(look "$SHARED")"

say 'Two visitors who signed in, of whom one runs a server'
call PATCH "$AT" '{ "visibility": "visitor-auth" }' >/dev/null
KEY=$(call GET "$AT/publishing/auth" | get it.privateKey)
# visitor CLAIMS: a token that the backend of the site's owner would sign.
visitor() {
  KEY=$KEY CLAIMS=$1 node -e '
    const { createHmac } = require("crypto");
    const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const exp = Math.floor(Date.now() / 1000) + 3600;
    const text = `${part({ alg: "HS256", typ: "JWT" })}.${part({ ...JSON.parse(process.env.CLAIMS), exp })}`;
    process.stdout.write(`${text}.${createHmac("sha256", process.env.KEY).update(text).digest("base64url")}`);'
}
echo '-- a reader'
read_as "$(look "$URL" "$(visitor '{ "operator": false }')")"
echo '-- an operator'
OPERATOR=$(look "$URL" "$(visitor '{ "operator": true }')")
read_as "$OPERATOR"
echo '-- what an operator finds of backups'
as "$OPERATOR" POST "$AT/search" '{ "query": "backup" }' |
  get 'it.items.map(({ title, pages }) => `${title}: ${pages.map((page) => page.title).join(", ")}`).join("\n")'

say 'What the editors see beforehand of the reader'
call GET "$AT/publishing/preview?siteSpace=$(call GET "$AT/site-spaces" |
  get 'it.items.find(({ title }) => title === "Operate").id')" |
  get 'it.pages.map(({ title, hiddenBy }) => `${title}: ${hiddenBy ? `hidden by ${hiddenBy.condition}` : "shown"}`).join("\n")'

say 'Unpublished, it is gone with the next request'
call POST "$AT/unpublish" >/dev/null
curl --silent -o /dev/null -w '%{http_code}\n' -H "Authorization: Bearer $OPERATOR" "$BASE/v1$AT/published"
