import { runInThread, ThreadEnded } from '../../infra/threads/thread.ts';
import { failure, type ErrorType } from '../../lib/errors.ts';
import { createGate } from '../../lib/gate.ts';
import type { ImportTree } from './import-tree.ts';
import { parseImport, type ImportOrigin, type ParsedSource } from './parse.ts';
import { importRefused } from './refusal.ts';
import type { CrawledSite } from './website/crawl.ts';

/** What a thread is given to parse. */
export type ParseTask =
  | {
      readonly source: ParsedSource;
      readonly body: Uint8Array;
      readonly origin: Pick<ImportOrigin, 'url' | 'contentType' | 'name'>;
    }
  | { readonly source: 'website'; readonly site: CrawledSite };

/** Parses right here. Throws import_refused. */
export async function parseTask(task: ParseTask): Promise<ImportTree> {
  // What reads any page takes long to load; most of it is done in threads.
  if (task.source === 'website') return (await import('./website/site-tree.ts')).buildSiteTree(task.site);
  const { buffer, byteOffset, byteLength } = task.body;
  return parseImport(task.source, Buffer.from(buffer, byteOffset, byteLength), task.origin);
}

/** A failure as it crosses from a thread. */
export interface ParseFailure {
  readonly type: ErrorType;
  readonly message: string;
}

/** Longest time one import may be parsed, in milliseconds. */
const timeoutMs = 120_000;
const maxHeapMebibytes = 1_024;

/** Each may take all that memory. */
const threads = createGate({ atOnce: 2, waiting: 16, what: 'The imports' });

/**
 * Parses an import; what is more than a few pages in a thread, so that nobody is held up. Throws import_refused as
 * parseImport does, and for what takes too long or too much memory; overloaded when many others are being parsed.
 */
export async function parseInThread(task: ParseTask, signal?: AbortSignal): Promise<ImportTree> {
  if (isSmall(task)) return parseTask(task);
  try {
    const options = { timeoutMs, signal, maxHeapMebibytes };
    const answer = await threads(() => runInThread<ImportTree>(threadModule, task, options), signal);
    if (answer.kind === 'done') return { ...answer.result, files: answer.result.files.map(withBuffer) };
    const { type, message } = answer.error as ParseFailure;
    if (type === 'internal') throw new Error(`Parsing an import failed: ${message}`);
    throw failure(type, message);
  } catch (error) {
    if (!(error instanceof ThreadEnded) || error.reason === 'aborted') throw error;
    throw importRefused(`It took too ${error.reason === 'timeout' ? 'long' : 'much memory'} to be read`, error);
  }
}

/** Takes less time to be read than a thread to start; how much an archive holds is not known before it is opened. */
const isSmall = (task: ParseTask) => {
  if (task.source === 'website') return task.site.pages.reduce((sum, { html }) => sum + html.length, 0) <= smallHtml;
  if (task.source === 'html') return task.body.length <= smallHtml;
  return task.source === 'markdown' && task.body.length <= smallMarkdown;
};

const smallMarkdown = 65_536;

/** Deeply nested HTML takes a hundred times as long as common. */
const smallHtml = 4_096;

const threadModule = new URL(
  import.meta.url.endsWith('.ts') ? './parse-thread.ts' : './parse-thread.js',
  import.meta.url,
);

/** Buffers arrive as plain arrays of bytes. */
const withBuffer = (file: ImportTree['files'][number]) => ({
  ...file,
  body: Buffer.from(file.body.buffer, file.body.byteOffset, file.body.byteLength),
});
