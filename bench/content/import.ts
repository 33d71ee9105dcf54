/**
 * What an import of a thousand pages costs: its time, its SQL statements, and how long it holds the event loop up.
 *
 *   npx tsx bench/content/import.ts [postgresql://user@host:port/database]
 *
 * Makes and drops a database of its own beside the one named. The archive holds folders of ten pages, each with
 * headings, code, a table and three links; a second import goes into the same space.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Client } from 'pg';
import { ZipFile } from 'yazl';
import { contextOf } from '../../src/app/context.ts';
import { openPlatform } from '../../src/app/platform.ts';
import { readConfig } from '../../src/config.ts';
import type { Context } from '../../src/domain/context.ts';
import { importContent } from '../../src/domain/imports/import-content.ts';
import { allScopes } from './actor.ts';
import { fillSpace } from './space.ts';

const pageCount = 1_000;

const admin = process.argv[2] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';
const name = `octavo_bench_import_${process.pid}`;
const client = new Client({ connectionString: admin });
await client.connect();
await client.query(`create database ${name}`);
const url = new URL(admin);
url.pathname = `/${name}`;

const silent = { info: () => undefined, warn: () => undefined, error: console.error };
const statements: string[] = [];
const platform = await openPlatform(readConfig({ DATABASE_URL: url.href, TRANSACTION_TIMEOUT_MS: '60000' }), {
  log: silent,
  urls: { base: 'http://octavo.test', app: 'http://octavo.test' },
  onStatement: (text) => void statements.push(text),
});

const pathOf = (index: number) => `part-${Math.floor(index / 10)}/page-${index}.md`;

function textOf(index: number): string {
  const link = (step: number) => `[page](../${pathOf((index + step) % pageCount)}#details)`;
  const prose = 'A sentence that says what the page is about, and *how* it is done. '.repeat(20);
  const table = '| Name | Value |\n| --- | --- |\n| `port` | 8080 |\n| `host` | any |';
  return `# Page ${index}\n\n${prose}\n\n## Details\n\n${link(1)}, ${link(17)}, ${link(333)}\n\n\`\`\`js\nrun(${index});\n\`\`\`\n\n${table}\n`;
}

async function archive(): Promise<Buffer> {
  const zip = new ZipFile();
  for (let index = 0; index < pageCount; index += 1) zip.addBuffer(Buffer.from(textOf(index)), pathOf(index));
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk as Buffer));
  return Buffer.concat(chunks);
}

try {
  const { userId } = await allScopes(platform);
  const actor = { userId, tokenId: 'tok_bench', scopes: 'all', organizationId: null, isInstanceAdmin: false } as const;
  const context = () => contextOf(platform.services, platform.db, actor, 'req_bench');
  const space = await fillSpace(context(), 1);
  const body = await archive();
  const fetch: Context['fetch'] = (asked) =>
    Promise.resolve({ url: asked, status: 200, contentType: 'application/zip', headers: {}, body });
  console.log(`${pageCount} pages, ${(body.length / 1e6).toFixed(2)} MB as an archive`);
  for (const round of ['first', 'second']) {
    const lag = monitorEventLoopDelay({ resolution: 5 });
    lag.enable();
    statements.length = 0;
    const startedMs = performance.now();
    let parsedMs = 0;
    const { importedResources } = await importContent(
      { ...context(), fetch },
      { spaceId: space.id, url: 'http://octavo.test/docs.zip', source: 'zip' },
      { progress: ({ phase }) => void (phase === 'Writing' && (parsedMs = performance.now() - startedMs)) },
    );
    const ms = performance.now() - startedMs;
    lag.disable();
    console.log(
      `${round}: ${importedResources} resources in ${ms.toFixed(0)} ms (read in ${parsedMs.toFixed(0)}), ` +
        `${statements.length} statements, longest hold-up of the event loop ${(lag.max / 1e6).toFixed(0)} ms`,
    );
  }
} finally {
  await platform.close();
  await client.query(`drop database ${name} with (force)`);
  await client.end();
}
