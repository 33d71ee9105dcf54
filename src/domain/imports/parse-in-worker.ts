import { TaskEnded } from '../../infra/workers/pool.ts';
import type { Context } from '../context.ts';
import type { ImportTree } from './import-tree.ts';
import { parseImport, type ImportOrigin, type ParsedSource } from './parse.ts';
import { importRefused } from './refusal.ts';
import type { CrawledSite } from './website/crawl.ts';

/** Input of a parsing task. */
export type ParseTask =
  | {
      readonly source: ParsedSource;
      readonly body: Uint8Array;
      readonly origin: Pick<ImportOrigin, 'url' | 'contentType' | 'name'>;
    }
  | { readonly source: 'website'; readonly site: CrawledSite };

/** Parses in this thread. Throws import_refused. */
export async function parseTask(task: ParseTask): Promise<ImportTree> {
  // The parsers are slow to load, and mostly used in workers.
  if (task.source === 'website') return (await import('./website/site-tree.ts')).buildSiteTree(task.site);
  const { buffer, byteOffset, byteLength } = task.body;
  return parseImport(task.source, Buffer.from(buffer, byteOffset, byteLength), task.origin);
}

/** Longest time to parse an import, in milliseconds: a fixed part, and one for each crawled page. */
const timeoutOf = (task: ParseTask) => 120_000 + (task.source === 'website' ? task.site.pages.length * 400 : 0);

/**
 * Parses an import, in a worker unless it is tiny. Throws as `parseImport`, import_refused when it takes too much time or
 * memory, and overloaded when too many imports are waiting.
 */
export async function parseInWorker(ctx: Pick<Context, 'workers' | 'actor' | 'signal'>, task: ParseTask) {
  if (isSmall(task)) return parseTask(task);
  try {
    const options = { timeoutMs: timeoutOf(task), owner: ctx.actor.userId, signal: ctx.signal };
    const tree = await ctx.workers.bulk.run<ImportTree>('parseTask', [task], options);
    return { ...tree, files: tree.files.map(withBuffer) };
  } catch (error) {
    if (!(error instanceof TaskEnded)) throw error;
    throw importRefused(`Reading the content takes too ${error.reason === 'timeout' ? 'long' : 'much memory'}`, error);
  }
}

/** Whether to parse in this thread. The content of an archive is unknown until it is opened. */
const isSmall = (task: ParseTask) => {
  if (task.source === 'website') return task.site.pages.reduce((sum, { html }) => sum + html.length, 0) <= smallHtml;
  if (task.source === 'html') return task.body.length <= smallHtml;
  return task.source === 'markdown' && task.body.length <= smallMarkdown;
};

const smallMarkdown = 500;
const smallHtml = 500;

/** Converts byte arrays back to buffers. Structured cloning does not preserve buffers. */
const withBuffer = (file: ImportTree['files'][number]) => ({
  ...file,
  body: Buffer.from(file.body.buffer, file.body.byteOffset, file.body.byteLength),
});
