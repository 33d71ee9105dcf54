// Sends hostile texts through every door of a server of its own, and measures how long `/healthz` waits meanwhile.
// `tsx bench/hostile.ts --count 100 --out hostile.jsonl`: a line for each text and door; a second run with the same file
// goes on where the first one ended. Needs a build (`npm run build`) and no database.
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { hostileTexts, type HostileText } from './hostile-grammar.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100' },
    out: { type: 'string', default: 'hostile.jsonl' },
    heap: { type: 'string', default: '1024' },
  },
});

interface Line {
  readonly text: string;
  readonly door: string;
  readonly status: number;
  readonly ms: number;
  /** Waits of `/healthz` while the request ran, in milliseconds. */
  readonly waits: readonly number[];
  readonly megabytes: number;
}

const known = existsSync(values.out)
  ? readFileSync(values.out, 'utf8')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]))
  : [];
const done = new Set(known.map(({ text }) => text));

const directory = await mkdtemp(join(tmpdir(), 'octavo-hostile-'));
let source = '';
const sources = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/markdown' }).end(source);
}).listen(0, '127.0.0.1');
const child = spawn(process.execPath, [`--max-old-space-size=${values.heap}`, 'dist/main.js', 'serve'], {
  env: {
    PATH: process.env['PATH'] ?? '',
    PORT: '0',
    DATA_DIR: directory,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_MINUTE: '1000000',
    IMPORT_ALLOW_HOSTS: '127.0.0.1',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let output = '';
child.stdout.on('data', (chunk) => (output += String(chunk)));
child.once('exit', (code) => {
  if (!isStopping) process.stderr.write(`The server ended with ${code}\n`);
});
let isStopping = false;
while (!/Octavo is ready[\s\S]+\/v1\n/.test(output)) await sleep(100);
const url = /REST\s+(\S+)\/v1/.exec(output)?.[1] ?? '';
const token = /^ {2}(oc\w_\S+)$/m.exec(output)?.[1] ?? '';

async function call(method: string, path: string, body?: unknown) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, text };
}

const residentMegabytes = () =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024);

/** Runs work, and asks for `/healthz` all the while. */
async function watched(text: string, door: string, work: () => Promise<{ status: number }>): Promise<Line> {
  const waits: number[] = [];
  let isOver = false;
  let megabytes = 0;
  const watching = (async () => {
    while (!isOver) {
      const start = performance.now();
      await fetch(`${url}/healthz`);
      waits.push(Math.round(performance.now() - start));
      megabytes = Math.max(megabytes, residentMegabytes());
      await sleep(10);
    }
  })();
  const start = performance.now();
  const { status } = await work();
  isOver = true;
  await watching;
  return { text, door, status, ms: Math.round(performance.now() - start), waits, megabytes };
}

const organization = (JSON.parse((await call('GET', '/v1/orgs')).text) as { items: { id: string }[] }).items[0]?.id;

async function throughEveryDoor({ name, text: make }: HostileText): Promise<Line[]> {
  const text = make();
  source = text;
  const lines: Line[] = [];
  const go = async (door: string, ...asked: Parameters<typeof call>) => {
    let answer = '';
    lines.push(
      await watched(name, door, async () => {
        const { status, text: body } = await call(...asked);
        answer = body;
        return { status };
      }),
    );
    return answer;
  };
  const { id } = JSON.parse((await call('POST', `/v1/orgs/${organization}/spaces`, { title: 'Hostile' })).text) as {
    id: string;
  };
  const space = `/v1/spaces/${id}`;
  const page = (markdown: string) => ({
    changes: [{ operation: 'insert_page', title: 'A', document: { markdown } }],
  });
  const written = JSON.parse(await go('write', 'POST', `${space}/content`, page(text))) as {
    changes?: { page: { id: string } }[];
  };
  const pageId = written.changes?.[0]?.page.id;
  if (pageId !== undefined) {
    const at = `${space}/content/page/${pageId}`;
    await go('document', 'GET', `${at}?format=document`);
    await go('evaluated', 'GET', `${at}?format=markdown&evaluated=true`);
    await go('links', 'GET', `${space}/links`);
    await go('search', 'GET', `${space}/search?query=a`);
    await go('change', 'POST', `${space}/content`, {
      changes: [{ operation: 'update_page', page: pageId, document: { markdown: `b\n\n${text}` } }],
    });
    const { id: revision } = JSON.parse((await call('GET', `${space}/content`)).text) as { id?: string };
    if (revision !== undefined) await go('diff', 'GET', `${space}/revisions/${revision}/changes`);
    await go('pdf', 'GET', `${space}/pdf`);
  }
  const { port } = sources.address() as AddressInfo;
  const from = { url: `http://127.0.0.1:${port}/a.md`, source: 'markdown' };
  const preview = `mutation ($id: ID!, $input: ImportContentInput!) { previewImport(spaceId: $id, input: $input) { totalResources } }`;
  await go('preview', 'POST', '/graphql', {
    query: preview,
    variables: { id, input: { ...from, source: 'MARKDOWN' } },
  });
  await go('import', 'POST', `${space}/content/import`, from);
  await call('DELETE', space);
  return lines;
}

const texts = hostileTexts().slice(0, Number(values.count));
const baseMegabytes = residentMegabytes();
for (const text of texts) {
  if (done.has(text.name)) continue;
  const lines = await throughEveryDoor(text);
  known.push(...lines);
  appendFileSync(values.out, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

const waits = known.flatMap((line) => line.waits).toSorted((a, b) => a - b);
const worst = (line: Line) => Math.max(0, ...line.waits);
process.stdout.write(
  `${new Set(known.map(({ text }) => text)).size} texts, ${known.length} requests, ${known.filter(({ status }) => status >= 500).length} × 5xx\n` +
    `/healthz: p99 ${waits[Math.floor(waits.length * 0.99)]} ms, worst ${waits.at(-1)} ms\n` +
    `memory: ${baseMegabytes} MB at the start, ${Math.max(...known.map(({ megabytes }) => megabytes))} MB at the peak (with worker threads)\n`,
);
for (const line of known.toSorted((a, b) => worst(b) - worst(a)).slice(0, 15))
  process.stdout.write(`${worst(line)} ms  ${line.door}  ${line.text} (${line.status}, ${line.ms} ms)\n`);
isStopping = true;
child.kill();
sources.close();
await rm(directory, { recursive: true, force: true });
