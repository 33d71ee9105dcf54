import { TaskEnded } from '../../../infra/workers/pool.ts';
import type { Context } from '../../core/context.ts';
import type { OrganizationIndex } from '../../../text/imports/formats/exported/read-organization.ts';
import type { ImportedFile, ImportTree } from '../../../text/imports/import-tree.ts';
import type { OrganizationTask, ParseTask } from '../../../text/imports/parse.ts';
import { importRefused } from '../../../text/imports/refusal.ts';

/** Computing time that parsing an import may take, in milliseconds: a fixed part, plus one per page or mebibyte. */
function chooseTimeout(task: ParseTask): number {
  if (task.source === 'website') return 120_000 + task.site.pages.length * 400;
  return 120_000 + ('archive' in task ? Math.ceil(task.archive.length / 1_048_576) * 1_000 : 0);
}

/**
 * Parses an import, in a worker unless it is tiny. Throws as `parseTask`, import_refused when it takes too much time
 * or memory, and overloaded when too many imports are queued.
 */
export async function parseInWorker(ctx: WorkerContext, task: ParseTask): Promise<ImportTree> {
  // Loaded on demand, because the parsers load slowly and mostly run in workers.
  if (isSmall(task)) return (await import('../../../text/imports/parse.ts')).parseTask(task);
  const tree = await runInWorker<ImportTree>(ctx, { name: 'parseTask', task, timeoutMs: chooseTimeout(task) });
  return { ...tree, files: tree.files.map(withBuffer) };
}

/** Reads the index of the export of an organization in a worker. Throws as `parseInWorker`. */
export const parseOrganizationInWorker = (ctx: WorkerContext, task: OrganizationTask): Promise<OrganizationIndex> =>
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
