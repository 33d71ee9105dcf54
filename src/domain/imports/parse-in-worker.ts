import { TaskEnded } from '../../infra/workers/pool.ts';
import type { Context } from '../context.ts';
import type { FileOnDisk, ImportedFile, ImportTree } from './import-tree.ts';
import {
  isArchive,
  parseArchive,
  parseImport,
  type ArchiveSource,
  type ImportOrigin,
  type ParsedSource,
} from './parse.ts';
import type { ImportLimits } from './limits.ts';
import { type OrganizationIndex, readOrganization } from './exported/read-organization.ts';
import { importRefused } from './refusal.ts';
import { useArchive } from './zip.ts';
import { spoolFiles } from './spool-files.ts';
import type { CrawledSite } from './website/crawled-site.ts';

/** Input of a parsing task. */
export type ParseTask =
  | {
      readonly source: ParsedSource;
      readonly body: Uint8Array;
      readonly origin: Pick<ImportOrigin, 'url' | 'contentType' | 'name' | 'limits'>;
    }
  | {
      readonly source: ArchiveSource;
      readonly archive: FileOnDisk;
      /** Folder into which the files are written. */
      readonly folder: string;
      readonly origin: Pick<ImportOrigin, 'limits' | 'inside'>;
    }
  | { readonly source: 'website'; readonly site: CrawledSite };

/** Parses in this thread. Throws import_refused. */
export async function parseTask(task: ParseTask): Promise<ImportTree> {
  // Loaded on demand: the parsers load slowly and mostly run in workers.
  if (task.source === 'website') return (await import('./website/site-tree.ts')).buildSiteTree(task.site);
  if ('archive' in task)
    return parseArchive(task.source, task.archive, task.origin, (tree) => spoolFiles(tree, task.folder));
  const { buffer, byteOffset, byteLength } = task.body;
  return parseImport(task.source, Buffer.from(buffer, byteOffset, byteLength), task.origin);
}

/** Computing time that parsing an import may take, in milliseconds: a fixed part, plus one per page or mebibyte. */
function timeoutOf(task: ParseTask): number {
  if (task.source === 'website') return 120_000 + task.site.pages.length * 400;
  return 120_000 + ('archive' in task ? Math.ceil(task.archive.length / 1_048_576) * 1_000 : 0);
}

/**
 * Parses an import, in a worker unless it is tiny. Throws as `parseImport`, import_refused when it takes too much time
 * or memory, and overloaded when too many imports are queued.
 */
export async function parseInWorker(ctx: WorkerContext, task: ParseTask): Promise<ImportTree> {
  if (isSmall(task)) return parseTask(task);
  const tree = await runInWorker<ImportTree>(ctx, { name: 'parseTask', task, timeoutMs: timeoutOf(task) });
  return { ...tree, files: tree.files.map(withBuffer) };
}

/** Input of a task that reads the index of the export of an organization. */
export interface OrganizationTask {
  readonly archive: FileOnDisk;
  readonly limits: ImportLimits;
}

/** Reads the index of the export of an organization in this thread. Throws import_refused. */
export const organizationTask = ({ archive, limits }: OrganizationTask): Promise<OrganizationIndex> =>
  isArchive(archive)
    ? useArchive(archive, limits, ({ entries }) => Promise.resolve(readOrganization(entries)))
    : Promise.reject(importRefused('Expected the export of an organization, but this is not a ZIP archive'));

/** Reads the index of the export of an organization in a worker. Throws as `parseInWorker`. */
export const readOrganizationInWorker = (ctx: WorkerContext, task: OrganizationTask): Promise<OrganizationIndex> =>
  runInWorker(ctx, { name: 'organizationTask', task, timeoutMs: indexTimeoutMs });

const indexTimeoutMs = 120_000;

type WorkerContext = Pick<Context, 'workers' | 'actor' | 'signal'>;

interface WorkerTask {
  readonly name: 'parseTask' | 'organizationTask';
  readonly task: ParseTask | OrganizationTask;
  readonly timeoutMs: number;
}

async function runInWorker<Result>(ctx: WorkerContext, { name, task, timeoutMs }: WorkerTask): Promise<Result> {
  try {
    return await ctx.workers.bulk.run<Result>(name, [task], { timeoutMs, owner: ctx.actor.userId, signal: ctx.signal });
  } catch (error) {
    if (!(error instanceof TaskEnded)) throw error;
    throw importRefused(`Reading the content takes too ${error.reason === 'timeout' ? 'long' : 'much memory'}`, error);
  }
}

/** Whether to parse in this thread. The content of an archive is unknown until it is opened. */
const isSmall = (task: ParseTask) => {
  if (task.source === 'website') return task.site.pages.reduce((sum, { html }) => sum + html.length, 0) <= smallHtml;
  if ('archive' in task) return false;
  if (task.source === 'html') return task.body.length <= smallHtml;
  return task.source === 'markdown' && task.body.length <= smallMarkdown;
};

const smallMarkdown = 500;
const smallHtml = 500;

/** Converts byte arrays back to buffers. Structured cloning does not preserve buffers. */
function withBuffer(file: ImportedFile): ImportedFile {
  const { body } = file;
  return 'path' in body ? file : { ...file, body: Buffer.from(body.buffer, body.byteOffset, body.byteLength) };
}
