#!/usr/bin/env bash
# A Monday: four tools become one site in an afternoon. Exports of Confluence, Notion, Docusaurus and MkDocs are imported, what the
# reports name is mended, the site is published, old addresses lead on, and one search finds all of it.
#   IMPORT_ALLOW_HOSTS=127.0.0.1 npm start     in one terminal: it prints a token
#   TOKEN=… docs/story/monday.sh               in another
set -euo pipefail
source "$(dirname "$0")/calls.sh"

exec 3< <(exec node "$(dirname "$0")/serve-sources.mjs")
sources_pid=$!
WORK=$(mktemp -d)
trap 'kill $sources_pid; rm -rf "$WORK"' EXIT
read -r SOURCES <&3
ORG=$(call GET /orgs | get 'it.items[0].id')

# bring TITLE SOURCE NAME: imports an archive into a new space. Prints what was imported and what the report names; the id stands in
# $WORK/TITLE.
bring() {
  local id
  id=$(call POST "/orgs/$ORG/spaces" "{ \"title\": \"$1\" }" | get it.id)
  echo "$id" >"$WORK/$1"
  call POST "/spaces/$id/content/import" "{ \"source\": \"$2\", \"url\": \"$SOURCES/$3.zip\" }" | TITLE=$1 get '[
    `${process.env.TITLE}: ${it.importedResources} of ${it.totalResources}`,
    ...it.warnings.map(({ key, reason }) => `  ${key}: ${reason}`)].join("\n")'
}
id_of() { cat "$WORK/$1"; }
# mend SPACE PATH FROM TO: changes a text.
mend() {
  call GET "/spaces/$1/content/path/$2" | FROM=$3 TO=$4 get 'JSON.stringify({ changes: [{ operation: "update_page", page: it.id,
    document: { markdown: it.markdown.replace(process.env.FROM, process.env.TO) } }] })' >"$WORK/body"
  call POST "/spaces/$1/content" "@$WORK/body" >/dev/null
}
# visit PATH: what a reader of the site comes to, and how it is called.
visit() {
  curl --silent --location --output "$WORK/page" --write-out '%{http_code} ' "$URL$1"
  node -p "/<h1[^>]*>([^<]*)/.exec(require('fs').readFileSync('$WORK/page', 'utf8'))[1].trim()"
}

say 'One o’clock: four exports are imported, and each report names what is not carried over'
bring Guide zip docusaurus
bring Reference zip mkdocs
bring Runbooks confluence confluence
bring Handbook notion notion

say 'Two o’clock: what the reports name is mended'
mend "$(id_of Guide)" start '[the old page](./gone.md)' '[how to install it](./install.mdx)'
mend "$(id_of Guide)" install '<Chart kind="bar" />' 'It takes a minute.'
mend "$(id_of Reference)" reference '{{ version }}' '4.2'
call GET "/spaces/$(id_of Guide)/content/path/start" | get 'it.markdown.match(/^See .*$/m)[0]'
call GET "/spaces/$(id_of Reference)/content/path/reference" | get 'it.markdown.match(/^Version .*$/m)[0]'

say 'Three o’clock: one site of four sections'
SITE=$(call POST "/orgs/$ORG/sites" "{ \"title\": \"Everything\", \"visibility\": \"public\", \"spaces\": [\"$(id_of Guide)\"] }" | get it.id)
AT="/orgs/$ORG/sites/$SITE"
for title in Reference Runbooks Handbook; do
  call POST "$AT/sections" "{ \"spaceId\": \"$(id_of $title)\", \"title\": \"$title\" }" | get '`section ${it.path}`'
done
URL=$(call POST "$AT/publish" | get it.urls.published)
URL=${URL%/}
visit ''

say 'Four o’clock: addresses of the old tools lead on'
# to SPACE PATH: a page as the destination of a redirect.
to() {
  local part page
  part=$(call GET "$AT/site-spaces" | TITLE=$1 get 'it.items.find(({ title }) => title === process.env.TITLE).id')
  page=$(call GET "/spaces/$(id_of "$1")/content/path/$2" | get it.id)
  echo "{ \"kind\": \"site-page\", \"siteSpaceId\": \"$part\", \"pageId\": \"$page\" }"
}
call PUT "$AT/redirects" "{ \"redirects\": [
  { \"source\": \"/display/RUN/Drain+a+node\", \"destination\": $(to Runbooks runbooks/drain-a-node) },
  { \"source\": \"/docs/install\", \"destination\": $(to Guide install) }] }" >/dev/null
visit '/display/RUN/Drain+a+node'
visit /docs/install

say 'Five o’clock: one search finds all four, and nothing that was kept from readers'
READER=$(as '' POST /urls/published "{ \"url\": \"$URL\", \"visitor\": { \"unsignedClaims\": {} } }" | get it.apiToken)
for word in ocelot narwhal flamingo pelican tapir; do
  as "$READER" POST "$AT/search" "{ \"query\": \"$word\" }" | WORD=$word get '
    `${process.env.WORD}: ${it.items.flatMap((one) => one.pages ?? [one]).map(({ title }) => title).join(", ") || "nothing"}`'
done
