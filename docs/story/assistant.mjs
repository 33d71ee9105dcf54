// An assistant that finds out by itself how to be let in, finds a broken link, proposes its repair, checks it and asks for a review,
// with the published client of the protocol: `BASE=http://127.0.0.1:4000 TOKEN=… node docs/story/assistant.mjs`. The token is that of
// the person, who allows the assistant what it asks for. The server needs `IMPORT_ALLOW_HOSTS=127.0.0.1`, to read who the assistant is.
import { createServer } from 'node:http';
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';

const { BASE, TOKEN } = process.env;
const authorization = `Bearer ${TOKEN}`;

async function rest(signature, body) {
  const [method, path] = signature.split(' ');
  const headers = { authorization, 'content-type': 'application/json' };
  const response = await fetch(`${BASE}/v1${path}`, { method, headers, body: body && JSON.stringify(body) });
  if (!response.ok) throw new Error(`${signature}: ${response.status} ${await response.text()}`);
  return response.status === 204 || response.status === 205 ? null : response.json();
}

console.log('== People write a space and invite a reviewer');
const organization = (await rest('GET /orgs')).items[0].id;
const { id: space } = await rest(`POST /orgs/${organization}/spaces`, { title: 'Handbook' });
await rest(`POST /spaces/${space}/content`, {
  changes: [
    { operation: 'insert_page', title: 'Install', document: { markdown: 'Run the program.' } },
    { operation: 'insert_page', title: 'Start', document: { markdown: 'First [install](/instal) it.' } },
  ],
});
await rest(`POST /orgs/${organization}/invites`, { emails: ['reviewer@example.org'], role: 'review' });

console.log('== The assistant is let in');
// An assistant publishes who it is: its id is the address of this document.
const redirectUrl = 'http://127.0.0.1/callback';
const publisher = createServer((request, response) => {
  const document = { client_id: clientId, client_name: 'Story', redirect_uris: [redirectUrl] };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
}).listen(0, '127.0.0.1');
await new Promise((resolve) => publisher.once('listening', resolve));
const clientId = `http://127.0.0.1:${publisher.address().port}/client.json`;

const kept = {};
const authProvider = {
  redirectUrl,
  clientMetadata: { client_name: 'Story', redirect_uris: [redirectUrl], token_endpoint_auth_method: 'none' },
  clientInformation: () => ({ client_id: clientId, ...kept.client }),
  saveClientInformation: (client) => void (kept.client = client),
  tokens: () => kept.tokens,
  saveTokens: (tokens) => void (kept.tokens = tokens),
  codeVerifier: () => kept.verifier,
  saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
  redirectToAuthorization: (url) => void (kept.asks = url),
  state: () => 'story',
};
const toServer = () => new StreamableHTTPClientTransport(new URL(`${BASE}/mcp`), { authProvider });
const first = toServer();
await new Client({ name: 'story', version: '1.0.0' }).connect(first).catch((error) => {
  if (!(error instanceof UnauthorizedError)) throw error;
});

// A person sees this page, and agrees in it. Here, what it asks for is allowed as its button does.
const consent = await fetch(kept.asks);
if (!consent.ok) throw new Error(`The page that asks answers ${consent.status}: ${await consent.text()}`);
const host = /id="client-host">([^<]+)/.exec(await consent.text())[1];
const asked = Object.fromEntries(kept.asks.searchParams);
const scopes = asked.scope.split(' ');
const { returnURL } = await rest('POST /user/grants', {
  clientId: asked.client_id,
  redirectURL: asked.redirect_uri,
  resource: asked.resource,
  codeChallenge: asked.code_challenge,
  state: asked.state,
  organization,
  scopes,
});
const answer = new URL(returnURL).searchParams;
await first.finishAuth(answer);
console.log(`${host} may ${scopes.join(', ')} until ${answer.get('iss') === BASE ? 'somebody ends it' : 'never'}`);

const client = new Client({ name: 'story', version: '1.0.0' });
await client.connect(toServer());

let calls = 0;
async function call(name, given) {
  calls += 1;
  const { content, isError } = await client.callTool({ name, arguments: given });
  const text = content.map((part) => part.text).join('\n');
  if (isError) throw new Error(`${name}: ${text}`);
  console.log(`-- ${name}\n${text}`);
  return text;
}

console.log('== The assistant works');
const [, page] = /instal on (\S+?)[: ]/.exec(await call('check_links', { space }));
await call('search', { space, query: 'install' });
const [, changeRequest, revision] = /^(\S+)[^]*Revision (\S+)/.exec(
  await call('create_change_request', { space, subject: 'Repair a link' }),
);
const replace = [{ find: '(/instal)', with: '(/install)' }];
await call('edit_pages', { space, changeRequest, revision, changes: [{ operation: 'update', page, replace }] });
await call('check_change_request', { space, changeRequest });
const [, reviewer] = /^- (\S+)/m.exec(await call('list_members', { organization, search: 'reviewer' }));
await call('request_review', { space, changeRequest, reviewers: [reviewer] });
await client.close();
publisher.close();

console.log('== What is left to people');
const main = await rest(`GET /spaces/${space}/content/path/start?format=markdown`);
const { items } = await rest(`GET /orgs/${organization}/audit-events?limit=50`);
const own = items.filter(({ source }) => source === 'mcp');
console.log(`${calls} calls, ${own.length} events by ${[...new Set(own.map((event) => event.userAgent))].join()}`);
console.log(`The main content still says: ${main.markdown.trim()}`);
const [grant] = (await rest('GET /user/grants')).items;
await rest(`DELETE /user/grants/${grant.id}`);
const refused = await fetch(`${BASE}/mcp`, {
  method: 'POST',
  headers: { authorization: `Bearer ${kept.tokens.access_token}` },
});
console.log(`What ${grant.clientName} was allowed has ended: ${refused.status}`);
