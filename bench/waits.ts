// Measures how long small requests wait beside long writes: requests that change 50 titles, and the write phase of an import
// of 1,000 pages. Starts a server of its own from the build (`npm run build`).
// Usage: `npx tsx bench/waits.ts [--database URL] [--callers 10]`; without a URL on the embedded database.
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makeZip } from '../test/text/imports-archive.ts';
import { quantile, shown } from './content/figures.ts';
import { startServer } from './hostile/server.ts';

const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    callers: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '15' },
  },
});
const callers = Number(values.callers);
const titlesEach = 50;
const importedPages = 1_000;
const seconds = Number(values.seconds);
/** Pause of each caller of small requests between two of them, in milliseconds. */
const pauseMs = 50;

/** The members of responses that are read. */
interface Made {
  readonly id: string;
  readonly items?: readonly { readonly id: string }[];
  readonly changes?: readonly { readonly page: { readonly id: string } }[];
}

const server = await startServer({ database: values.database, boxMs: 120_000 });
const send = async (method: string, path: string, body?: object) => {
  const { status, text } = await server.call(method, path, body);
  if (status < 200 || status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`);
  return JSON.parse(text) as Made;
};
const organizationId = (await send('GET', '/v1/orgs')).items?.[0]?.id ?? '';

async function makeSpace(pages: number): Promise<{ id: string; pages: string[] }> {
  const { id } = await send('POST', `/v1/orgs/${organizationId}/spaces`, { title: 'Space' });
  if (pages === 0) return { id, pages: [] };
  const made = await send('POST', `/v1/spaces/${id}/content`, {
    changes: Array.from({ length: pages }, (_, page) => ({
      operation: 'insert_page',
      title: `Page ${page}`,
      document: { markdown: `# Page ${page}\n\n${'Words of the page. '.repeat(60)}\n\n[Link](https://octavo.test)\n` },
    })),
  });
  return { id, pages: (made.changes ?? []).map(({ page }) => page.id) };
}

/** Pages with links to each other in folders, as a repository has them. */
function archive(): Buffer {
  const nameOf = (at: number) => `part-${Math.floor(at / 50)}/page-${at}.md`;
  return makeZip(
    Array.from({ length: importedPages }, (_, at) => ({
      name: nameOf(at),
      body: `# Page ${at}\n\n${Array.from({ length: 8 }, (_none, part) => `## Part ${part} of ${at}\n\n${'Words of this page. '.repeat(20)}[Next](../${nameOf((at + 1 + part) % importedPages)})\n`).join('\n')}`,
    })),
  );
}

async function upload(body: Buffer): Promise<string> {
  const response = await fetch(`${server.url}/uploads?name=pages.zip`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/zip' },
    body: new Uint8Array(body),
  });
  return ((await response.json()) as { url: string }).url;
}

interface Waits {
  readonly ms: number[];
  failed: number;
}

/** Repeats a small request until the time is over. */
async function probe(until: () => boolean, request: () => Promise<{ status: number; text: string }>): Promise<Waits> {
  const waits: Waits = { ms: [], failed: 0 };
  while (!until()) {
    const began = performance.now();
    const { status, text } = await request();
    waits.ms.push(performance.now() - began);
    if (status >= 300 || status === 0) {
      waits.failed += 1;
      if (waits.failed <= 2) console.error(status, text.slice(0, 200));
    }
    await sleep(pauseMs);
  }
  return waits;
}

const small = await makeSpace(1);
const targets: Awaited<ReturnType<typeof makeSpace>>[] = [];
for (let made = 0; made < callers; made += 1) targets.push(await makeSpace(titlesEach));
let round = 0;

async function titles(until: () => boolean): Promise<Waits> {
  const all = await Promise.all(
    targets.map(({ id, pages }) =>
      probe(until, () => {
        round += 1;
        const title = `Title ${round}`;
        return server.call('POST', `/v1/spaces/${id}/content`, {
          changes: pages.map((page, at) => ({ operation: 'update_page', page, title: `${title} of ${at}` })),
        });
      }),
    ),
  );
  return { ms: all.flatMap(({ ms }) => ms), failed: all.reduce((sum, { failed }) => sum + failed, 0) };
}

async function imports(): Promise<Waits> {
  const { id } = await makeSpace(0);
  const url = await upload(archive());
  const begun = await server.call('POST', '/graphql', {
    query:
      'mutation ($id: ID!, $url: URL!) { startImport(spaceId: $id, input: { url: $url, source: ZIP }) { job { id } } }',
    variables: { id, url },
  });
  const jobId = JSON.parse(begun.text).data.startImport.job.id as string;
  let writing = 0;
  const waits: Waits = { ms: [], failed: 0 };
  for (;;) {
    const job = JSON.parse((await server.call('GET', `/v1/jobs/${jobId}`)).text);
    if (job.progress?.phase === 'Writing' && writing === 0) writing = performance.now();
    if (job.state === 'completed') break;
    if (job.state === 'failed') throw new Error(JSON.stringify(job));
    await sleep(20);
  }
  waits.ms.push(performance.now() - writing);
  return waits;
}

const columns = [
  'beside',
  'small reads',
  'p50 / p99 / worst ms',
  'small writes',
  'p50 / p99 / worst ms',
  'failed',
  'long writes',
  'p50 / worst ms',
  'failed',
];
console.log(
  `${values.database === undefined ? 'embedded' : 'PostgreSQL'}, ${callers} callers, load ${loadavg().map(shown).join(' ')}\n`,
);
console.log(`| ${columns.join(' | ')} |\n|${columns.map(() => '---').join('|')}|`);

async function measure(name: string, run: (until: () => boolean) => Promise<Waits>) {
  let isOver = false;
  const long = run(() => isOver).then((waits) => waits);
  const timer = setTimeout(() => (isOver = true), seconds * 1_000);
  if (name.includes('import'))
    void long.then(
      () => (isOver = true),
      () => (isOver = true),
    );
  const [reads, writes, done] = await Promise.all([
    probe(
      () => isOver,
      () => server.call('GET', `/v1/spaces/${small.id}`),
    ),
    probe(
      () => isOver,
      () => server.call('PATCH', `/v1/spaces/${small.id}`, { title: `Small ${performance.now()}` }),
    ),
    long,
  ]);
  clearTimeout(timer);
  const spread = ({ ms }: Waits, shares: number[]) => shares.map((share) => shown(quantile(ms, share))).join(' / ');
  console.log(
    `| ${name} | ${reads.ms.length} | ${spread(reads, [0.5, 0.99, 1])} | ${writes.ms.length} | ${spread(writes, [0.5, 0.99, 1])} | ${reads.failed + writes.failed} | ${done.ms.length} | ${spread(done, [0.5, 1])} | ${done.failed} |`,
  );
}

await measure('nothing', async () => ({ ms: [0], failed: 0 }));
await measure(`${callers} × 50 titles`, titles);
await measure('import of 1,000 pages', imports);
await measure('import and titles', async (until) => {
  const [one, other] = await Promise.all([imports(), titles(until)]);
  return { ms: [...one.ms, ...other.ms], failed: one.failed + other.failed };
});
await server.close();
