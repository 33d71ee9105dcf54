#!/usr/bin/env bash
# The life of a change, by curl: import, change request, conflict, resolution, merge, search, PDF.
#   IMPORT_ALLOW_HOSTS=127.0.0.1 npm start       in one terminal: it prints a token
#   TOKEN=… docs/story/rest.sh                   in another
set -euo pipefail
source "$(dirname "$0")/calls.sh"

say 'Import the documentation of Fastify into a new space'
exec 3< <(exec node "$(dirname "$0")/serve-archive.mjs")
archive_pid=$!
trap 'kill $archive_pid' EXIT
read -r ARCHIVE <&3
ORG=$(call GET /orgs | get 'it.items[0].id')
SPACE=$(call POST "/orgs/$ORG/spaces" '{ "title": "Fastify" }' | get it.id)
call POST "/spaces/$SPACE/content/import" "{ \"source\": \"zip\", \"url\": \"$ARCHIVE\" }" |
  get '`${it.importedResources} of ${it.totalResources} resources`'

page_of() { call GET "/spaces/$SPACE/content/path/$1" | get it.id; }
DATABASE=$(page_of guides/database)
SERVERLESS=$(page_of guides/serverless)
TESTING=$(page_of guides/testing)

say 'Open a change request; edit two pages and move one'
CR=$(call POST "/spaces/$SPACE/change-requests" '{ "subject": "Better guides" }' | get it.number)
# edit PAGE TEXT: the change of a page whose first line becomes TEXT.
edit() {
  call GET "/spaces/$SPACE/content/page/$1" |
    TEXT=$2 PAGE=$1 get 'JSON.stringify({ operation: "update_page", page: process.env.PAGE,
      document: { markdown: it.markdown.replace(/^.*$/m, process.env.TEXT) } })'
}
call POST "/spaces/$SPACE/change-requests/$CR/content" "{ \"changes\": [
  $(edit "$DATABASE" '# Databases, the quokka way'),
  $(edit "$SERVERLESS" '# Serverless, and less'),
  { \"operation\": \"update_page\", \"page\": \"$TESTING\", \"into\": null, \"at\": 0 }
] }" | get '`change request ${it.number}: ${it.status}`'

say 'Meanwhile somebody edits one of the pages live'
call POST "/spaces/$SPACE/content" "{ \"changes\": [$(edit "$DATABASE" '# Databases, as they were')] }" | get it.revision

say 'The merge is refused, and says why'
call POST "/spaces/$SPACE/change-requests/$CR/merge" | get it.result
call GET "/spaces/$SPACE/change-requests/$CR/conflicts" | get 'JSON.stringify(it.items, null, 2)'

say 'Take the text of the change request, and merge'
call POST "/spaces/$SPACE/change-requests/$CR/conflicts/$DATABASE/resolve" '{ "choice": "change-request" }' >/dev/null
call POST "/spaces/$SPACE/change-requests/$CR/merge" | get it.result

say 'The next search finds it'
call GET "/spaces/$SPACE/search?query=quokka" | get 'it.items.map(({ title, path }) => `${title} (${path})`).join("\n")'

say 'And it is in the PDF'
URL=$(call GET "/spaces/$SPACE/pdf?only=true&page=$DATABASE" | get it.url)
curl --silent --show-error --fail --output "${PDF:-/dev/null}" --write-out '%{content_type}, %{size_download} bytes\n' "$URL"
