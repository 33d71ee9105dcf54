#!/usr/bin/env bash
# A space and a branch are kept equal: a push appears here, an edit here is a commit there, both at once are merged, the same line
# twice waits for somebody, a page that is renamed keeps its comments, a pull request is shown, and disconnecting takes nothing away.
#   IMPORT_ALLOW_HOSTS=127.0.0.1 GIT_EDIT_QUIET_MS=1000 npm start     in one terminal: it prints a token
#   TOKEN=… docs/story/git.sh                                         in another; it needs git and openssl
set -euo pipefail
source "$(dirname "$0")/calls.sh"

WORK=$(mktemp -d)
exec 3< <(exec node "$(dirname "$0")/serve-git.mjs" "$WORK")
server_pid=$!
trap 'kill $server_pid; rm -rf "$WORK"' EXIT
read -r HOST <&3

export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME='Ada Lovelace' GIT_AUTHOR_EMAIL=ada@example.org
export GIT_COMMITTER_NAME=$GIT_AUTHOR_NAME GIT_COMMITTER_EMAIL=$GIT_AUTHOR_EMAIL
git init --quiet --bare --initial-branch=main "$WORK/docs.git"
git -C "$WORK/docs.git" config http.receivepack true
git -C "$WORK/docs.git" config uploadpack.allowFilter true
git clone --quiet "$WORK/docs.git" "$WORK/clone" 2>/dev/null
cd "$WORK/clone"

# push MESSAGE: commits what is in the clone, and pushes it on top of what the branch has.
push() {
  git add --all
  git commit --quiet --message "$1"
  if git rev-parse --verify --quiet origin/main >/dev/null; then git pull --quiet --rebase; fi
  git push --quiet origin HEAD:main
}
# until_shown WHAT COMMAND…: waits until a command succeeds.
until_shown() {
  local what=$1 left
  shift
  for left in {120..0}; do
    if "$@" >/dev/null 2>&1; then return; fi
    sleep 0.5
  done
  echo "$what did not happen" >&2
  exit 1
}
page() { call GET "/spaces/$SPACE/content/path/$1"; }
page_says() { page "$1" | grep -qF "$2"; }
file_says() { git -C "$WORK/docs.git" show "main:$1" | grep -qF "$2"; }
status_is() { [ "$(call GET "/spaces/$SPACE/git" | get it.status)" = "$1" ]; }
# edit PATH FROM TO: changes a text here.
edit() {
  page "$1" | FROM=$2 TO=$3 get 'JSON.stringify({ changes: [{ operation: "update_page", page: it.id,
    document: { markdown: it.markdown.replace(process.env.FROM, process.env.TO) } }] })' >"$WORK/body"
  call POST "/spaces/$SPACE/content" "$(cat "$WORK/body")" >/dev/null
}

say 'A repository has documentation'
printf '# Guide\n\nWelcome.\n' >README.md
printf '# Install\n\nOne.\n\nTwo.\n\nThree.\n' >install.md
printf '# Use\n\nOpen it.\n' >use.md
push 'First pages'
git log -1 --format='%an: %s'

say 'A space is connected with it'
ORG=$(call GET /orgs | get 'it.items[0].id')
SPACE=$(call POST "/orgs/$ORG/spaces" '{ "title": "Guide" }' | get it.id)
call PUT "/spaces/$SPACE/git" "{ \"url\": \"$HOST/docs.git\", \"ref\": \"refs/heads/main\" }" >"$WORK/connected"
HOOK=$(get it.connection.hook.url <"$WORK/connected")
SECRET=$(get it.hookSecret <"$WORK/connected")
until_shown 'The first sync' page_says install Three
call GET "/spaces/$SPACE/content/pages" | get '`pages: ${it.pages.map(({ title }) => title).join(", ")}`'

say 'A push appears here, by a webhook that openssl signs'
cat >"$WORK/docs.git/hooks/post-receive" <<HOOKED
#!/bin/sh
while read -r old new ref; do
  body="{\"ref\":\"\$ref\"}"
  signature=\$(printf %s "\$body" | openssl dgst -sha256 -hmac '$SECRET' -r | cut -d' ' -f1)
  curl -fsS -X POST -H "X-Hub-Signature-256: sha256=\$signature" -H 'Content-Type: application/json' -d "\$body" '$HOOK'
done
HOOKED
chmod +x "$WORK/docs.git/hooks/post-receive"
printf '# Install\n\nOne, as pushed.\n\nTwo.\n\nThree.\n' >install.md
push 'Say more of the first step'
until_shown 'The push' page_says install 'as pushed'
call GET "/spaces/$SPACE/content" | get '`from the commit "${it.git.message.trim()}"`'

say 'An edit here is a commit there'
edit install 'Three.' 'Three, as edited.'
until_shown 'The commit' file_says install.md 'as edited'
git -C "$WORK/docs.git" log -1 --format='by %an, %ae' main
git -C "$WORK/docs.git" show --stat --format= main

say 'Both at once are merged'
git pull --quiet --rebase
sed -i.old 's/^One, as pushed/One, pushed again/' install.md && rm install.md.old
edit install 'as edited' 'edited again'
push 'Change the first step again'
until_shown 'The merge there' file_says install.md 'edited again'
until_shown 'The merge here' page_says install 'pushed again'
git -C "$WORK/docs.git" show main:install.md | grep again

say 'The same line twice waits for somebody'
git pull --quiet --rebase
sed -i.old 's/^Two\./Two, by Ada./' install.md && rm install.md.old
edit install 'Two.' 'Two, by us.'
push 'Two by Ada'
until_shown 'The conflict' status_is conflict
CR=$(call GET "/spaces/$SPACE/git" | get it.changeRequest)
call GET "/spaces/$SPACE/change-requests/$CR" | get '`${it.status}: ${it.subject}`'
PAGE=$(page install | get it.id)
call POST "/spaces/$SPACE/change-requests/$CR/merge" | get it.result
call POST "/spaces/$SPACE/change-requests/$CR/conflicts/$PAGE/resolve" '{ "choice": "change-request" }' >/dev/null
call POST "/spaces/$SPACE/change-requests/$CR/merge" | get it.result
until_shown 'The end of the conflict' status_is active
page install | get 'it.markdown.match(/^Two.*$/m)[0]'

say 'A page that is renamed keeps its comments'
PAGE=$(page use | get it.id)
call POST "/spaces/$SPACE/comments" "{ \"page\": \"$PAGE\", \"body\": { \"markdown\": \"Which button?\" } }" >/dev/null
git pull --quiet --rebase
git mv use.md using.md
push 'Rename a page'
until_shown 'The renaming' page using
page using | PAGE=$PAGE get 'it.id === process.env.PAGE ? "the same page" : "another page"'
call GET "/spaces/$SPACE/comments" | get '`${it.items.length} comment`'

say 'A pull request is shown, and is merged there alone'
call PATCH "/spaces/$SPACE/git" '{ "provider": "gitea", "pullRequests": "same-repository" }' >/dev/null
git pull --quiet --rebase
git checkout --quiet -b proposal
printf '# Install\n\nAs proposed.\n' >install.md
git commit --quiet --all --message 'Propose'
git push --quiet origin proposal
# The host keeps the commits of a pull request in such a reference.
git -C "$WORK/docs.git" update-ref refs/pull/7/head proposal
call POST "/spaces/$SPACE/git/sync" >/dev/null
proposed() { call GET "/spaces/$SPACE/change-requests" | get 'it.items.find(({ pullRequest }) => pullRequest).id'; }
until_shown 'The pull request' proposed
CR=$(proposed)
call GET "/spaces/$SPACE/change-requests/$CR" | get '`${it.status}: ${it.subject}`'
call GET "/spaces/$SPACE/change-requests/$CR/content/path/install" | get 'it.markdown.match(/As.*/)[0]'
call POST "/spaces/$SPACE/change-requests/$CR/merge" | get 'it.error.type' || true
git checkout --quiet main
git merge --quiet --ff-only proposal
git push --quiet origin main
until_shown 'The merged pull request' page_says install 'As proposed'
page install | get 'it.markdown.match(/As.*/)[0]'

say 'What was synced is told'
call GET "/spaces/$SPACE/git/operations" |
  get 'it.items.map(({ state, direction }) => `${state} (${direction})`).join("\n")'

say 'Disconnected, the content stays'
as "$TOKEN" DELETE "/spaces/$SPACE/git"
page install | get it.title
git -C "$WORK/docs.git" ls-tree --name-only main
