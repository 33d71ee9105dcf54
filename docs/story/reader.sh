#!/usr/bin/env bash
# A site as its readers see it in a browser: publish, open, sign in, preview, unpublish. The script says what to open, and goes
# on when Enter is pressed.
#   npm start                          in one terminal: it prints a token
#   TOKEN=… docs/story/reader.sh       in another
set -euo pipefail
source "$(dirname "$0")/calls.sh"

# open WHAT URL: waits until the reader of the story has looked.
open() {
  printf 'Open %s\n%s\n' "$1" "$2"
  read -r _
}

ORG=$(call GET /orgs | get 'it.items[0].id')

say 'A space of three pages, of which one is for operators'
SPACE=$(call POST "/orgs/$ORG/spaces" '{ "title": "Handbook" }' | get it.id)
PAGE=$(call POST "/spaces/$SPACE/content" '{ "changes": [
  { "operation": "insert_page", "title": "Welcome", "document": { "markdown": "Begin with [the first steps](./first-steps)." } },
  { "operation": "insert_page", "title": "First steps", "document": { "markdown": "## Install\n\nRun the **old** program." } },
  { "operation": "insert_page", "title": "Backups", "condition": "visitor.claims.operator",
    "document": { "markdown": "Keep them elsewhere." } } ] }' | get 'it.changes[1].page.id')

say 'Published, it opens'
SITE=$(call POST "/orgs/$ORG/sites" "{ \"title\": \"Handbook\", \"spaces\": [\"$SPACE\"] }" | get it.id)
AT="/orgs/$ORG/sites/$SITE"
call PUT "$AT/adaptive-schema" '{ "jsonSchema": { "type": "object", "additionalProperties": false,
  "properties": { "operator": { "type": "boolean", "description": "Runs a server" } } } }' >/dev/null
URL=$(call POST "$AT/publish" | get it.urls.published)
open 'the site' "$URL"

say 'Readers sign in, and only operators see the page about backups'
coproc SIGN_IN { exec node "$(dirname "$0")/serve-sign-in.mjs"; }
sign_in_pid=$SIGN_IN_PID
trap 'kill $sign_in_pid' EXIT
read -r LOGIN <&"${SIGN_IN[0]}"
call PATCH "$AT" '{ "visibility": "visitor-auth" }' >/dev/null
KEY=$(call PATCH "$AT/publishing/auth" "{ \"fallbackURL\": \"$LOGIN\" }" | get it.privateKey)
echo "$KEY $URL" >&"${SIGN_IN[1]}"
open 'a page of the site' "${URL}first-steps"

say 'A change request, and the preview of the site with it'
CHANGE=$(call POST "/spaces/$SPACE/change-requests" '{ "subject": "A newer program" }' | get it.id)
call POST "/spaces/$SPACE/change-requests/$CHANGE/content" "{ \"changes\": [ { \"operation\": \"update_page\", \"page\": \"$PAGE\",
  \"document\": { \"markdown\": \"## Install\n\nRun the **new** program.\" } } ] }" >/dev/null
open 'its preview' "$(call GET "$AT/publishing/preview?changeRequest=$CHANGE" | get it.url)"

say 'Unpublished, it is gone with the next request'
call POST "$AT/unpublish" >/dev/null
open 'the site again' "$URL"
