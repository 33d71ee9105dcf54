/**
 * Measures the PDF of a space with about three hundred pages of paper.
 *
 *   npx tsx bench/content/pdf.ts [--copies N] [--pages N] [--out FILE] [postgresql://user@host:port/database]
 *
 * Creates a database beside the given one and drops it at the end. The space contains the documentation of Fastify; with
 * `--copies` several copies of it, or with `--pages` that many pages with its texts and links between them. Prints the time
 * of the whole request, and the time, processor time and peak memory of the compiler, which is a separate process. The exit
 * status is 1 when a goal is missed. The goals are for one copy.
 */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { ZipFile } from 'yazl';
import { startJobs } from '../../src/app/process/jobs.ts';
import { storageKey } from '../../src/infra/storage/content-key.ts';
import { getContent } from '../../src/domain/authoring/content/revisions.ts';
import { loadTree } from '../../src/domain/authoring/content/pages.ts';
import { flatten } from '../../src/domain/authoring/content/page.ts';
import { importContent } from '../../src/domain/exchange/imports/pipeline.ts';
import { readZip } from '../../src/text/imports/unpack/zip.ts';
import { getPdfDownload } from '../../src/domain/exchange/pdf/exports.ts';
import { exportPdf } from '../../src/domain/exchange/pdf/pdf.ts';
import { watchChildren } from './children.ts';
import { openBeside } from './platform.ts';
import { served } from './served.ts';
import { emptySpace } from './space.ts';

const goals = { seconds: 20, megabytes: 500 };

const { values, positionals } = parseArgs({
  options: { out: { type: 'string' }, copies: { type: 'string', default: '1' }, pages: { type: 'string' } },
  allowPositionals: true,
});
const admin = positionals[0] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';
const { platform, context, close } = await openBeside(admin, { IMPORT_TIMEOUT_MS: '1800000' });
const jobs = startJobs(platform);

/** Returns an archive with the given number of pages, whose texts are taken from `archive`. */
async function pagesOf(archive: Buffer, pages: number): Promise<Buffer> {
  const texts = (await readZip(archive)).entries
    .filter(({ path }) => path.endsWith('.md'))
    .map(({ body }) => body.toString());
  const paragraphs = texts.join('\n\n').split(/\n{2,}(?=#)/);
  const zip = new ZipFile();
  for (let page = 0; page < pages; page += 1) {
    const some = Array.from({ length: 3 }, (_none, at) => paragraphs[(page * 5 + at) % paragraphs.length]);
    const link = `See [another](p${(page * 7 + 1) % pages}.md) and [the next](p${(page + 1) % pages}.md).`;
    zip.addBuffer(Buffer.from(`# Page ${page}\n\n${link}\n\n${some.join('\n\n')}\n`), `p${page}.md`);
  }
  zip.end();
  return buffer(zip.outputStream);
}

try {
  const space = await emptySpace(context());
  const docs = readFileSync(new URL('../../test/data/fastify-docs.zip', import.meta.url));
  const body = values.pages === undefined ? docs : await pagesOf(docs, Number(values.pages));
  const fetch = served(body);
  const countPages = async () => {
    const ctx = context();
    return flatten(await loadTree(ctx, await getContent(ctx, space.id))).length;
  };
  for (let copy = 0; copy < Number(values.copies); copy += 1)
    await importContent({ ...context(), fetch }, { spaceId: space.id, url: 'http://octavo.test/d.zip', source: 'zip' });

  const compiler = watchChildren();
  const startedMs = performance.now();
  const made = await exportPdf(context(), { spaceId: space.id, changeRequestId: null }, {});
  const seconds = (performance.now() - startedMs) / 1_000;
  const { wallMs, cpuMs, megabytes } = compiler.stop();
  const { blobHash, sizeBytes } = await getPdfDownload(platform.db.sql, made.id);
  console.log(`${await countPages()} pages of content, ${made.pages} of paper, ${(sizeBytes / 1e6).toFixed(1)} MB`);
  console.log(`whole request: ${seconds.toFixed(1)} s`);
  console.log(
    `compiler: ${(wallMs / 1_000).toFixed(1)} s, ${(cpuMs / 1_000).toFixed(1)} s of processor time, ${megabytes.toFixed(0)} MB`,
  );
  if (values.out) await writeFile(values.out, (await platform.services.storage.get(storageKey(blobHash))) ?? '');
  const isMissed = seconds > goals.seconds || megabytes > goals.megabytes;
  console.log(`goals (${goals.seconds} s, ${goals.megabytes} MB): ${isMissed ? 'missed' : 'met'}`);
  if (isMissed) process.exitCode = 1;
} finally {
  await jobs.stop(1_000);
  await close();
}
