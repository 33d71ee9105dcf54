// An assistant that finds a broken link, proposes its repair, checks it and asks for a review, with the published client of the
// protocol: `BASE=http://127.0.0.1:4000 TOKEN=… node docs/story/assistant.mjs`.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

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

const client = new Client({ name: 'story', version: '1.0.0' });
const transport = new StreamableHTTPClientTransport(new URL(`${BASE}/mcp`), {
  requestInit: { headers: { authorization } },
});
await client.connect(transport);

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

console.log('== What is left to people');
const main = await rest(`GET /spaces/${space}/content/path/start?format=markdown`);
const { items } = await rest(`GET /orgs/${organization}/audit-events?limit=50`);
const own = items.filter(({ source }) => source === 'mcp');
console.log(`${calls} calls, ${own.length} events by ${[...new Set(own.map((event) => event.userAgent))].join()}`);
console.log(`The main content still says: ${main.markdown.trim()}`);
