/**
 * Imports, exports, imports again and prints sets of documentation, and reports counts and losses.
 *
 *   npx tsx bench/content/sets.ts [--database URL] [--only-import] [--out FOLDER] [--notes] FOLDER-OR-ARCHIVE…
 *
 * Creates a database beside the given one and drops it at the end. Each set is imported, exported, imported from the
 * exported archive into another space, compared entry by entry and link by link, and exported as PDF. Memory is that of the
 * processes that render the PDF. `--notes` prints the report of each import. The exit status is 1 when a copy differs from
 * its set.
 */
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { basename, join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { startJobs } from '../../src/app/process/jobs.ts';
import { readLocalContent } from '../../src/cli/remote/local-content.ts';
import { sql } from '../../src/db/sql.ts';
import type { Context } from '../../src/domain/core/context.ts';
import { exportSpace, getExportDownload } from '../../src/domain/exchange/exports/exports.ts';
import { importContent } from '../../src/domain/exchange/imports/pipeline.ts';
import { getJob } from '../../src/domain/core/jobs/jobs.ts';
import { getPdfDownload } from '../../src/domain/exchange/pdf/exports.ts';
import { exportPdf } from '../../src/domain/exchange/pdf/pdf.ts';
import { storageKey } from '../../src/infra/storage/content-key.ts';
import { aligned } from '../report.ts';
import { watchChildren } from './children.ts';
import { openBeside } from './platform.ts';
import { served } from './served.ts';
import { emptySpace } from './space.ts';

const { values, positionals } = parseArgs({
  options: {
    database: { type: 'string', default: 'postgresql://postgres@127.0.0.1:5432/postgres' },
    'only-import': { type: 'boolean', default: false },
    out: { type: 'string' },
    notes: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const { platform, context, close } = await openBeside(values.database, { IMPORT_TIMEOUT_MS: '1800000' });
const jobs = startJobs(platform);
const columns = [
  'set',
  'pages',
  'files',
  'links',
  'broken',
  'pages with notes',
  'left out',
  'import s',
  'copy',
  'sheets',
  'PDF s',
  'MB',
];
const rows: string[][] = [];
try {
  for (const path of positionals) {
    rows.push(await moved(path));
    console.error(rows.at(-1)?.join('  '));
  }
} finally {
  await jobs.stop(1_000);
  await close();
}
console.log(aligned([columns, columns.map(() => '---'), ...rows]));

async function moved(path: string): Promise<string[]> {
  const body = await buffer((await readLocalContent(path)).open());
  const { spaceId, result, seconds } = await imported(body);
  if (values.notes)
    for (const note of [...result.skipped, ...result.warnings]) console.error(`${note.key}: ${note.reason}`);
  const { pages, files, links } = await contentOf(context(), spaceId);
  const noted = new Set(result.warnings.map(({ key }) => key)).size;
  const row = [
    basename(path),
    pages.length,
    files.length,
    links.length,
    links.filter(({ kind }) => kind === 'broken').length,
    noted,
    result.skipped.length,
    seconds.toFixed(1),
  ].map(String);
  if (values['only-import']) return [...row, '', '', '', ''];
  const copy = await imported(await exported(spaceId));
  const isEqual = isDeepStrictEqual(await contentOf(context(), copy.spaceId), { pages, files, links });
  if (!isEqual) process.exitCode = 1;
  return [...row, isEqual ? 'equal' : 'DIFFERENT', ...(await printed(spaceId, basename(path)))];
}

async function imported(body: Buffer) {
  const { id: spaceId } = await emptySpace(context());
  const fetch = served(body);
  const startMs = performance.now();
  const result = await importContent(
    { ...context(), fetch },
    { spaceId, url: 'http://octavo.test/d.zip', source: 'zip' },
  );
  return { spaceId, result, seconds: (performance.now() - startMs) / 1_000 };
}

async function exported(spaceId: string): Promise<Buffer> {
  const { id } = await exportSpace(context(), spaceId);
  for (;;) {
    const job = await getJob(context(), id);
    if (job.state === 'failed') throw new Error(`The export failed: ${JSON.stringify(job.error)}`);
    if (job.state === 'completed') {
      const { export: exportId } = job.result as { export: string };
      return bytesOf((await getExportDownload(context().sql, exportId)).blobHash);
    }
    await new Promise((resolve) => void setTimeout(resolve, 50));
  }
}

function bytesOf(hash: string): Promise<Buffer> {
  return platform.services.storage.get(storageKey(hash));
}

/** Returns the entries of a space by id, and the links of its texts. */
async function contentOf({ sql: reader }: Context, spaceId: string) {
  const entries = (kind: 'page' | 'file') =>
    reader.rows<Record<string, unknown>>(sql`
      select "entryId", kind, "parentId", rank() over (partition by "parentId", kind order by position, "entryId") as at,
        type, title, slug, "documentId", "blobHash", attributes
      from content_entries where line = ${spaceId} and "toSeq" is null and not deleted and kind = ${kind} order by "entryId"`);
  const links = await reader.rows<Record<string, unknown>>(sql`
    select l."entryId", l.source, l.ordinal, l."startsAt", l."endsAt", l.url, l.kind, l."targetId", l.anchor
    from content_links l join content_entries e on e.line = l.line and e."entryId" = l."entryId" and e."fromSeq" = l."fromSeq"
    where e.line = ${spaceId} and e."toSeq" is null and not e.deleted order by l."entryId", l.source, l.ordinal`);
  return { pages: await entries('page'), files: await entries('file'), links };
}

async function printed(spaceId: string, set: string): Promise<string[]> {
  const compiler = watchChildren();
  const startMs = performance.now();
  const made = await exportPdf(context(), { spaceId, changeRequestId: null }, {});
  const seconds = (performance.now() - startMs) / 1_000;
  const { megabytes } = compiler.stop();
  const { blobHash } = await getPdfDownload(platform.db.sql, made.id);
  if (values.out) await writeFile(join(values.out, `${set}.pdf`), await bytesOf(blobHash));
  return [String(made.pages), seconds.toFixed(1), megabytes.toFixed(0)];
}
