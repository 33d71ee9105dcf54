#!/usr/bin/env bash
# People get in, and out: the first admin by a link and a passkey, a colleague by OpenID Connect, a guest by an invitation; single
# sign-on is required, its provider breaks, and what was lost is recovered; somebody leaves. The script says what to open in a
# browser, and goes on when that is done, or when Enter is pressed.
#   IMPORT_ALLOW_HOSTS=127.0.0.1 npm start             in one terminal: it prints a link and a token
#   LINK=… TOKEN=… docs/story/people.sh                in another, after `npm ci`
set -euo pipefail
source "$(dirname "$0")/calls.sh"
: "${LINK:?LINK must be the link that the first start printed}"

OCTAVO=${OCTAVO:-npx octavo}
ISSUER=http://127.0.0.1:${PROVIDER_PORT:-4002}

# to_do WHAT ADDRESS: waits until the reader of the story has done it.
to_do() {
  printf '%s\n%s\n' "$1" "$2"
  read -r _
}
# sign_in WHO [ORGANIZATION]: lets somebody sign in as the command line does, and keeps the token in SESSION.
sign_in() {
  local who=$1 line
  shift
  SESSION=
  while read -r line; do
    case $line in
      http*) printf 'Open the sign-in of %s\n%s\n' "$who" "$line" ;;
      ocs_*) SESSION=$line ;;
    esac
  done < <($OCTAVO login "$@" --server "$BASE" --no-open 2>&1)
  : "${SESSION:?nobody signed in}"
}
# status TOKEN METHOD PATH [BODY]: what a call is answered: the status, and the type of an error.
status() {
  local options=(--silent -X "$2" -H "Authorization: Bearer $1" -w '\n%{http_code}')
  if [ $# -gt 3 ]; then options+=(-H 'content-type: application/json' -d "$4"); fi
  curl "${options[@]}" "$BASE/v1$3" |
    node -pe 'const [code, ...body] = require("fs").readFileSync(0, "utf8").trim().split("\n").reverse();
      [code, body.length ? JSON.parse(body.reverse().join("\n")).error?.type : ""].join(" ").trim()'
}

say 'The first admin makes a passkey by the link, and signs in by it'
to_do 'Open the link of the first start' "$LINK"
sign_in 'the first admin'
ADMIN=$SESSION
as "$ADMIN" GET /user/passkeys | get '`${it.items.length} passkey for ${new URL("http://" + it.items[0].rpId).hostname}`'
as "$ADMIN" GET /user/sessions | get '`signed in by ${it.items[0].method}, with ${it.items[0].browser}`'
ORG=$(as "$ADMIN" GET /orgs | get 'it.items[0].id')
AT="/orgs/$ORG"
HOSTNAME=story-$(echo "$ORG" | tail -c 7 | tr -dc 'a-z0-9')
as "$ADMIN" PATCH "$AT" "{ \"hostname\": \"$HOSTNAME\" }" >/dev/null

say 'A provider is connected, and checked'
PROVIDER=$(as "$ADMIN" POST "$AT/oidc" "{ \"label\": \"Company\", \"issuer\": \"$ISSUER\", \"clientId\": \"octavo\",
  \"clientSecret\": \"another secret\", \"scopes\": [\"openid\", \"email\", \"profile\", \"groups\"],
  \"roles\": [{ \"claim\": \"groups\", \"value\": \"docs-admins\", \"role\": \"admin\" }] }" | get it.id)
check() { as "$ADMIN" POST "$AT/oidc/$PROVIDER/check" | get '[it.ok ? "ready" : "not ready", ...it.problems].join(": ")'; }
echo "-- before it runs"
check
REDIRECT=$(as "$ADMIN" GET "$AT/oidc/$PROVIDER" | get it.service.redirectURL)
coproc COMPANY { exec node "$(dirname "$0")/serve-provider.mjs" "${ISSUER##*:}" "$REDIRECT"; }
company_pid=$COMPANY_PID
trap 'kill $company_pid 2>/dev/null || true' EXIT
read -r _ <&"${COMPANY[0]}"
echo "-- with another secret"
check
echo "-- as it should be"
as "$ADMIN" PATCH "$AT/oidc/$PROVIDER" '{ "clientSecret": "a-secret-of-the-story" }' >/dev/null
check
echo "-- single sign-on, before an admin has used the provider: $(status "$ADMIN" PATCH "$AT" '{ "sso": true }')"

say 'The provider provisions a colleague by SCIM, who signs in by OpenID Connect'
SCIM=$(as "$ADMIN" POST "$AT/providers/$PROVIDER/scim" | get '`${it.token} ${it.access.url}`')
# scim METHOD PATH [BODY]: what the provider sends.
scim() {
  local options=(--silent --show-error --fail-with-body -X "$1" -H "Authorization: Bearer ${SCIM% *}")
  if [ $# -gt 2 ]; then options+=(-H 'content-type: application/scim+json' -d "$3"); fi
  curl "${options[@]}" "${SCIM#* }$2"
}
PERSON=$(scim POST /Users '{ "schemas": ["urn:ietf:params:scim:schemas:core:2.0:User"], "userName": "ada@example.org",
  "displayName": "Ada", "emails": [{ "value": "ada@example.org", "primary": true }] }' | get it.id)
sign_in 'the colleague, as ada' "$HOSTNAME"
ADA=$SESSION
ADA_ID=$(as "$ADA" GET /user | get it.id)
as "$ADA" GET "$AT/members/$ADA_ID" | get '`${it.user.displayName} (${it.user.email}) is ${it.role}, as a claim says`'
[ "$PERSON" = "$ADA_ID" ] && echo 'the one whom the provider has provisioned'

say 'A guest is invited by a link'
GUEST_LINK=$(as "$ADMIN" POST "$AT/invites" '{ "emails": ["guest@example.net"], "role": "read", "links": true }' |
  get 'it.links[0].url')
to_do 'Open the link of the guest' "$GUEST_LINK"
sign_in 'the guest'
GUEST=$SESSION
GUEST_ID=$(as "$GUEST" GET /user | get it.id)
as "$GUEST" GET "$AT/members/$GUEST_ID" | get '`${it.user.displayName} is ${it.role}`'

say 'Single sign-on is required'
who() { echo "admin $(status "$ADMIN" GET "$AT"), colleague $(status "$ADA" GET "$AT"), guest $(status "$GUEST" GET "$AT")"; }
who
as "$ADA" PATCH "$AT" '{ "sso": true }' | get '`sso is ${it.sso}`'
who

say 'The provider breaks'
kill "$company_pid"
wait "$company_pid" 2>/dev/null || true
check_as_ada() { as "$ADA" POST "$AT/oidc/$PROVIDER/check" | get '[it.ok ? "ready" : "not ready", ...it.problems].join(": ")'; }
check_as_ada
echo "its settings, from which nobody could come back: $(status "$ADA" PATCH "$AT/oidc/$PROVIDER" '{ "clientId": "other" }')"

say 'It is recovered by whoever runs the server'
to_do 'Run on the server' "$OCTAVO sso reset $ORG"
until [ "$(status "$ADMIN" GET "$AT")" = 200 ]; do sleep 0.2; done
who

say 'The guest has lost the passkey, and gets a link by an instance admin'
RECOVERY=$(call POST "/users/$GUEST_ID/sign-in-links" | get it.url)
to_do 'Open the link of the guest, in another browser or profile' "$RECOVERY"
echo "the session of before: $(status "$GUEST" GET /user)"
sign_in 'the guest, there'
echo "the session of now: $(status "$SESSION" GET "$AT")"

say 'The colleague leaves the company, whose provider says so'
echo "before: $(status "$ADA" GET "$AT")"
scim DELETE "/Users/$PERSON"
sleep 1
echo "a second later: $(status "$ADA" GET /user)"
as "$ADMIN" GET "$AT/audit-events?limit=100" | get '[...new Set(it.items.map((event) => event.type))].toSorted().join(" ")'
