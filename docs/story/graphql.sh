#!/usr/bin/env bash
# The same life of a change as rest.sh, by GraphQL.
#   IMPORT_ALLOW_HOSTS=127.0.0.1 npm start       in one terminal: it prints a token
#   TOKEN=… docs/story/graphql.sh                in another
set -euo pipefail
BASE=${BASE:-http://127.0.0.1:4000}
: "${TOKEN:?TOKEN must be the token that the first start printed}"

# ask DOCUMENT [VARIABLES]: the data that the API answers; an error ends the story.
ask() {
  DOCUMENT=$1 VARIABLES=${2-null} node -p 'JSON.stringify({ query: process.env.DOCUMENT, variables: JSON.parse(process.env.VARIABLES) })' |
    curl --silent --show-error --fail-with-body -H "Authorization: Bearer $TOKEN" -H 'content-type: application/json' -d @- "$BASE/graphql" |
    get 'if (it.errors) { console.error(it.errors); process.exit(1) }; JSON.stringify(it.data)'
}
# get EXPRESSION: a part of the JSON on stdin, `it` being the whole.
get() { node -pe "const it = JSON.parse(require('fs').readFileSync(0, 'utf8')); $1"; }
say() { printf '\n== %s\n' "$1"; }

say 'Import the documentation of Fastify into a new space'
exec 3< <(exec node "$(dirname "$0")/serve-archive.mjs")
archive_pid=$!
trap 'kill $archive_pid' EXIT
read -r ARCHIVE <&3
ORG=$(ask '{ viewer { organizations { edges { node { id } } } } }' | get 'it.viewer.organizations.edges[0].node.id')
SPACE=$(ask 'mutation ($org: ID!) { createSpace(organizationId: $org, input: { title: "Fastify" }) { space { id } } }' \
  "{ \"org\": \"$ORG\" }" | get it.createSpace.space.id)
ask 'mutation ($space: ID!, $url: URL!) {
  importContent(spaceId: $space, input: { source: ZIP, url: $url }) { importedResources totalResources }
}' "{ \"space\": \"$SPACE\", \"url\": \"$ARCHIVE\" }"

PAGES=$(ask 'query ($space: ID!) { space(id: $space) { content {
  database: page(path: "guides/database") { ...Text }
  serverless: page(path: "guides/serverless") { ...Text }
  testing: page(path: "guides/testing") { ...Text }
} } }
fragment Text on Page { pageId body { markdown } }' "{ \"space\": \"$SPACE\" }" | get 'JSON.stringify(it.space.content)')

say 'Open a change request; edit two pages and move one'
CR=$(ask 'mutation ($space: ID!) { createChangeRequest(spaceId: $space, input: { subject: "Better guides" }) { changeRequest { id } } }' \
  "{ \"space\": \"$SPACE\" }" | get it.createChangeRequest.changeRequest.id)
# edit NAME LINE: the change of a page whose first line becomes LINE.
edit() {
  echo "$PAGES" | NAME=$1 LINE=$2 get 'const page = it[process.env.NAME]; JSON.stringify({ operation: "UPDATE_PAGE", pageId: page.pageId,
    document: { markdown: page.body.markdown.replace(/^.*$/m, process.env.LINE) } })'
}
DATABASE=$(echo "$PAGES" | get it.database.pageId)
TESTING=$(echo "$PAGES" | get it.testing.pageId)
UPDATE='mutation ($space: ID!, $cr: ID, $changes: [ContentChangeInput!]!) {
  updateContent(spaceId: $space, changeRequestId: $cr, input: { changes: $changes }) { revision { id type } }
}'
ask "$UPDATE" "{ \"space\": \"$SPACE\", \"cr\": \"$CR\", \"changes\": [
  $(edit database '# Databases, the numbat way'),
  $(edit serverless '# Serverless, and less'),
  { \"operation\": \"UPDATE_PAGE\", \"pageId\": \"$TESTING\", \"parentId\": null, \"at\": 0 }
] }"

say 'Meanwhile somebody edits one of the pages live'
ask "$UPDATE" "{ \"space\": \"$SPACE\", \"changes\": [$(edit database '# Databases, as they were')] }"

say 'The merge is refused, and says why'
MERGE='mutation ($space: ID!, $cr: ID!) { mergeChangeRequest(spaceId: $space, changeRequestId: $cr) { result } }'
ask "$MERGE" "{ \"space\": \"$SPACE\", \"cr\": \"$CR\" }"
ask 'query ($space: ID!, $cr: ID!) { space(id: $space) { changeRequest(id: $cr) { conflicts {
  id title conflicts { kind field hunks { base { start lines } main { start lines } changeRequest { start lines } } }
} } } }' "{ \"space\": \"$SPACE\", \"cr\": \"$CR\" }" | get 'JSON.stringify(it.space.changeRequest.conflicts, null, 2)'

say 'Take the text of the change request, and merge'
ask 'mutation ($space: ID!, $cr: ID!, $page: ID!) {
  resolveConflict(spaceId: $space, changeRequestId: $cr, pageId: $page, input: { choice: CHANGE_REQUEST }) { changeRequest { status } }
}' "{ \"space\": \"$SPACE\", \"cr\": \"$CR\", \"page\": \"$DATABASE\" }"
ask "$MERGE" "{ \"space\": \"$SPACE\", \"cr\": \"$CR\" }"

say 'The next search finds it'
ask 'query ($space: ID!) { space(id: $space) { search(query: "numbat") { count edges { node { title path } } } } }' "{ \"space\": \"$SPACE\" }"

say 'And it is in the PDF'
URL=$(ask 'mutation ($space: ID!, $page: ID!) { exportPdf(spaceId: $space, pageId: $page, only: true) { url } }' \
  "{ \"space\": \"$SPACE\", \"page\": \"$DATABASE\" }" | get it.exportPdf.url)
curl --silent --show-error --fail --output "${PDF:-/dev/null}" --write-out '%{content_type}, %{size_download} bytes\n' "$URL"
