import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../../scripts/build.mjs';
import { aMember, anOrganization, type AnOrganization } from '../factories.ts';
import { baseUrl, startServer, type Caller, type Harness } from '../harness.ts';
import { aDirectory } from '../ops/server-process.ts';
import { freePort } from '../free-port.ts';
import { signInByLink } from '../passkey-people.ts';
import { aKeyPair, idpMetadata } from '../saml-idp.ts';
import { makeZip } from '../text/imports-archive.ts';
import { listBlocks, documents, textOf, type Block } from './blocks.ts';
import { curlrc, examplesProxy } from './examples-proxy.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const which = (name: string) =>
  spawnSync('sh', ['-c', `command -v ${name}`])
    .stdout.toString()
    .trim();
const hasTools = which('curl') !== '' && which('bash') !== '' && which('jq') !== '';
const because = hasTools ? '' : ' (skipped: needs curl, bash and jq)';

/** Blocks that start, build or stop something, with the tests that prove them. */
const provedElsewhere: readonly (readonly [pattern: RegExp, proof: string])[] = [
  [/^npm ci/, '.ci/run'],
  [/^(?:IMPORT_ALLOW_HOSTS=127\.0\.0\.1|DATABASE_URL=\S+|STORAGE=s3[^\n]*\\\n.*) npm start/, 'test/ops/story.test.ts'],
  [/^DATABASE_URL=\S+ \\\nDATABASE_POOLED_URL=\S+ npm start/, 'test/ops/pooler.test.ts'],
  [/^DATABASE_URL=\S+ \\\nDATABASE_READ_URL=\S+ npm start/, 'test/ops/standby.test.ts'],
  [/^curl -X POST [\s\S]+\/git\/(?:import|export)\n/, 'test/rest/exchange/git-import.test.ts'],
  [/^OTEL_EXPORTER_OTLP_ENDPOINT=\S+/, 'test/ops/tracing.test.ts'],
  [/^docker |^printf 'POSTGRES_PASSWORD/, 'test/docs/deploy.test.ts'],
  [/^octavo dump/, 'test/cli/backup.test.ts'],
  [/^octavo import .* --site/, 'test/cli/remote.test.ts'],
  [/^npx octavo (?:sso reset|domain verify)/, 'test/cli/commands.test.ts'],
  [/^curl -X POST .+\/email-domains\/acme\.com\/verify\n/, 'test/rest/people/email-domains.test.ts'],
  [/^curl -sN "\$OCTAVO\/v1\/orgs\/\$ORG\/events\/stream"/, 'test/rest/core/event-stream.test.ts'],
  [/^curl -sN \$OCTAVO\/graphql [^\n]+event-stream/, 'test/graphql/subscriptions.test.ts'],
  [/^claude mcp add /, 'test/mcp/members.test.ts'],
  [/\/v1\/user\/grants/, 'test/rest/people/oauth.test.ts'],
  [/^curl -X DELETE [^\n]+\/(?:members|sessions)\/\$/, 'test/rest/people/sessions.test.ts'],
  [/\/providers\/\$PROVIDER\/scim/, 'test/rest/people/scim.test.ts'],
  [/\/v1\/spaces\/spc_…\/git\b/, 'test/rest/exchange/git-import.test.ts'],
  [/^TOKEN=\$\(npx octavo login/, 'test/cli/commands.test.ts'],
];

const findProof = ({ text }: Block) => provedElsewhere.find(([pattern]) => pattern.test(text))?.[1];
const isRun = (block: Block) =>
  block.language === 'graphql' || (block.language === 'sh' && findProof(block) === undefined);

/**
 * Shell commands that examples need and their page only describes. They run before the first block that contains the
 * key.
 */
const needs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'docs/manual/use/change-requests.md': {
    '"approved"': 'OWN=$TOKEN TOKEN=$REVIEWER',
    '/merge\n': 'TOKEN=$OWN',
    '/conflicts\n': 'conflict',
    '/resolve': 'conflict',
    'resolveConflict(': 'conflict',
  },
  'docs/manual/use/jobs.md': { '/v1/jobs/': 'job' },
  'docs/manual/use/read-sites.md': { 'site_…': `api POST /orgs/org_…/sites '{ "title": "Docs" }'` },
  'docs/manual/use/sites.md': { 'ssp_…': 'curl -H "Authorization: Bearer $TOKEN" $SITES/site_…/site-spaces' },
  'docs/manual/use/pdf.md': { '"$URL"': 'URL=$(curl -H "Authorization: Bearer $TOKEN" $PDF | get it.url)' },
  'docs/manual/use/export.md': {
    '"$DOWNLOAD_URL"':
      'until DOWNLOAD_URL=$(api GET /jobs/job_… | get "it.downloadURL ?? process.exit(1)"); do sleep 0.2; done',
  },
  'docs/manual/operate/single-sign-on.md': { 'idp-metadata.xml': 'PROVIDER=$(recall saml)' },
};

const graphqlCommand = (query: string) =>
  `curl -H "Authorization: Bearer $TOKEN" -H 'content-type: application/json' -d ${quoted(JSON.stringify({ query }))} http://127.0.0.1:4000/graphql`;

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Functions of the examples. */
const prelude = `
set -euo pipefail
exec 2>&1
BASE=http://127.0.0.1:4000 OCTAVO=http://127.0.0.1:4000 PDF=http://127.0.0.1:4000/v1/spaces/spc_…/pdf
get() { node -pe "const it = JSON.parse(require('fs').readFileSync(0, 'utf8')); $1"; }
recall() { node -pe "JSON.parse(require('fs').readFileSync(process.env.EXAMPLE_STATE)).$1"; }
api() { curl -X "$1" -H "Authorization: Bearer $TOKEN" -H 'content-type: application/json' \${3:+-d "$3"} "$BASE/v1$2"; }
octavo() {
  local args=("\${@//spc_…/$SPACE}")
  OCTAVO_URL=$EXAMPLE_SERVER OCTAVO_TOKEN=$TOKEN node ${quoted(join(root, 'dist/main.js'))} "\${args[@]//org_…/$ORG}"
}
# A space whose change request 1 conflicts with it; pg_… is the page.
conflict() {
  api POST /orgs/org_…/spaces '{ "title": "Conflict", "editMode": "live" }' > /dev/null
  api POST /spaces/spc_…/content '{ "changes": [{ "operation": "insert_page", "title": "A", "document": { "markdown": "one" } }] }' > /dev/null
  page=$(api GET /spaces/spc_…/content/pages | get 'it.pages[0].id')
  api POST /spaces/spc_…/change-requests '{ "subject": "Mine" }' > /dev/null
  edit() { api POST "$1" "{ \\"changes\\": [{ \\"operation\\": \\"update_page\\", \\"page\\": \\"$page\\", \\"document\\": { \\"markdown\\": \\"$2\\" } }] }" > /dev/null; }
  edit /spaces/spc_…/change-requests/1/content two
  edit /spaces/spc_…/content three
  node -e "const fs = require('fs'), f = process.env.EXAMPLE_STATE; fs.writeFileSync(f, JSON.stringify({ ...JSON.parse(fs.readFileSync(f)), pg: '$page' }))"
}
job() { ${graphqlCommand('mutation { startImport(spaceId: "spc_…", input: { url: "https://example.org/docs.zip", source: ZIP }) { job { id } } }')}; }
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
`;

/** The commands of a document as one script. */
function scriptOf(page: string): string {
  const waiting = new Map(Object.entries(needs[page] ?? {}));
  const commands = listBlocks(page)
    .filter(isRun)
    .flatMap((block) => {
      const before = [...waiting].filter(([key]) => block.text.includes(key));
      for (const [key] of before) waiting.delete(key);
      const text = block.language === 'graphql' ? graphqlCommand(block.text) : block.text;
      return [...before.map(([, command]) => command), text];
    });
  return prelude + commands.join('\n');
}

test('every block of commands is run by this file or proved by a file that exists', () => {
  const blocks = documents.flatMap(listBlocks).filter(({ language }) => language === 'sh');
  const proofs = blocks.flatMap((block) => findProof(block) ?? []);
  expect(blocks.length).toBeGreaterThan(proofs.length);
  expect(proofs.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('every block of JSON is JSON', () => {
  const blocks = documents.flatMap(listBlocks).filter(({ language }) => language === 'json');
  expect(blocks.length).toBeGreaterThan(5);
  for (const { text } of blocks) expect(() => JSON.parse(text) as unknown).not.toThrow();
});

describe.runIf(hasTools)(`the examples of the README and the manual${because}`, { timeout: 480_000 }, () => {
  let server: Harness;
  let organization: AnOrganization;
  let reviewer: Caller;
  let directory: Awaited<ReturnType<typeof aDirectory>>;
  let archivePort = 0;
  let state = '';
  let proxy: Awaited<ReturnType<typeof examplesProxy>>;
  const sources = createServer((request, response) => {
    const isArchive = request.url?.endsWith('.zip');
    response.writeHead(200, { 'content-type': isArchive ? 'application/zip' : 'application/json' });
    response.end(isArchive ? archive : JSON.stringify(specification));
  });

  beforeAll(async () => {
    // The command line is the compiled program.
    await ensureBuilt();
    server = await startServer();
    organization = await anOrganization(server);
    reviewer = await aMember(server, organization.id, 'admin');
    directory = await aDirectory();
    archivePort = await freePort();
    state = join(directory.path, 'state.json');
    proxy = await examplesProxy({ target: await server.listen(), base: baseUrl, stateFile: state });
    await writeFile(join(directory.path, '.curlrc'), curlrc);
    await new Promise<void>((resolve) => sources.listen(0, '127.0.0.1', resolve));
  });

  afterAll(async () => {
    sources.close();
    proxy.server.close();
    await directory.remove();
  });

  /** A space with a page, and a member who may review. */
  async function world() {
    const { id: org, owner } = organization;
    const { body: space } = await owner.rest(`POST /v1/orgs/${org}/spaces`, { title: 'Docs', editMode: 'live' });
    await owner.rest(`POST /v1/spaces/${space.id}/content`, {
      changes: [{ operation: 'insert_page', title: 'Start', document: { markdown: '# Start\n\nGraceful shutdown.' } }],
    });
    const { body: content } = await owner.rest(`GET /v1/spaces/${space.id}/content/pages`);
    return { org, spc: space.id as string, pg: content.pages[0].id as string, usr: reviewer.userId };
  }

  const pages = documents.filter((page) => listBlocks(page).some(isRun));

  test.each(pages)('%s runs as it is written', async (page) => {
    const ids = await world();
    await writeFile(state, JSON.stringify(ids));
    await writeFile(join(directory.path, 'idp-metadata.xml'), metadata);
    const { port } = sources.address() as AddressInfo;
    const script = scriptOf(page)
      .replaceAll('export TOKEN=…', ': ')
      .replaceAll('http://127.0.0.1:4000', proxy.url)
      .replaceAll('https://petstore3.swagger.io/api/v3/openapi.json', `http://127.0.0.1:${port}/openapi.json`)
      .replaceAll('https://example.org/', `http://127.0.0.1:${port}/`)
      .replaceAll('4001 &', '4001 > served & until [ -s served ]; do sleep 0.1; done')
      .replaceAll('4001', String(archivePort))
      // Names that one organization or site of a server has.
      .replaceAll(/\bacme\b/g, `acme${process.pid}`)
      .replaceAll('docs.example.org', `docs${process.pid}.example.org`)
      .replaceAll('docs/story/', join(root, 'docs/story/'));
    const done = await run('bash', ['-c', script], {
      cwd: directory.path,
      env: {
        PATH: process.env['PATH'],
        // Without it, each shell and each curl looks for the user in the directories of the system.
        HOME: directory.path,
        CURL_HOME: directory.path,
        ORG: ids.org,
        SPACE: ids.spc,
        TOKEN: organization.owner.secret,
        REVIEWER: reviewer.secret,
        EXAMPLE_SERVER: proxy.url,
        EXAMPLE_STATE: state,
      },
    }).catch((error: { stdout: string; code: number }) => error);
    if ('code' in done) throw new Error(`${page} ended with ${done.code}:\n${done.stdout}`);
    expect(done.stdout).not.toBe('');
    if (page !== 'README.md') return;
    // Whoever is invited there opens the link, makes a passkey, and is signed in.
    const [link = ''] = /http[^"\s]+#link=[\w-]+/.exec(done.stdout) ?? [];
    const { session, rest } = await signInByLink(server, link);
    expect((await rest(`GET /v1/orgs/${ids.org}/members/${session.user}`)).body).toMatchObject({ role: 'edit' });
  });
});

test('every command of octavo that a document names exists', () => {
  const program = textOf('src/cli/commands.ts');
  const named = documents.flatMap((page) =>
    [...textOf(page).matchAll(/`octavo ([a-z]+)/g)].map(([, name = '']) => name),
  );
  expect(named.length).toBeGreaterThan(10);
  for (const name of new Set(named)) expect(program).toContain(`Command('${name}')`);
});

const specification = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: { '/pets': { get: { tags: ['pets'], responses: { 200: { description: 'The pets' } } } } },
};

const archive = makeZip([
  { name: 'README.md', body: '# Docs\n\nSee [the guide](guide.md).\n' },
  { name: 'guide.md', body: '# Guide\n\nGraceful shutdown.\n' },
]);

const metadata = idpMetadata([aKeyPair()], aKeyPair());
