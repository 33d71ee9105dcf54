import { storageKey } from '../../../infra/storage/content-key.ts';
import { TaskEnded } from '../../../infra/workers/pool.ts';
import { DomainError } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { fetchTimeoutMs, maxSpecBytes, maxSpecFiles, type ProcessError } from '../../authoring/openapi-specs/fields.ts';
import type { SpecResult, ReadSpecification, SpecFile } from '../../../text/openapi-specs/read-specification.ts';
import type { OpenApiSpec } from '../../authoring/openapi-specs/specs.ts';

/** A specification with the bytes of its first file, or the reason why it could not be read. */
export type SourceReading =
  | { readonly specification: ReadSpecification; readonly raw: Buffer }
  | { readonly error: ProcessError };

/** Time limit for one parse of all files in a worker, in milliseconds. */
const readingMs = 60_000;

/** Aborts the reading with an error that the specification reports. */
class SourceProblem extends Error {
  readonly error: ProcessError;
  constructor(error: ProcessError) {
    super(error.message);
    this.error = error;
  }
}

/** Reads the source of a specification and the files that it references, only through the guarded fetch. */
export async function fetchSource(ctx: Context, spec: OpenApiSpec, signal: AbortSignal): Promise<SourceReading> {
  try {
    const { body: raw, foundAt } =
      spec.sourceUrl === null
        ? { body: await ctx.storage.get(storageKey(spec.sourceHash ?? '')), foundAt: null }
        : await fetchFile(ctx, spec.sourceUrl, { left: maxSpecBytes, signal });
    const files = [{ url: spec.sourceUrl, foundAt, text: textOf(raw, 'The document') }];
    return { specification: await fetchFiles(ctx, spec.slug, files, { left: maxSpecBytes - raw.length, signal }), raw };
  } catch (error) {
    if (error instanceof SourceProblem) return { error: error.error };
    throw error;
  }
}

interface FetchBudget {
  /** Remaining size for further files, in bytes. */
  left: number;
  readonly signal: AbortSignal;
}

async function fetchFiles(
  ctx: Context,
  slug: string,
  files: SpecFile[],
  budget: FetchBudget,
): Promise<ReadSpecification> {
  for (;;) {
    // Each parse reports the missing files.
    const reading = await parseInWorker(ctx, slug, files, budget.signal);
    if ('specification' in reading) return reading.specification;
    if ('problem' in reading) throw parseProblem(reading.problem);
    if (files.length + reading.missing.length > maxSpecFiles)
      throw parseProblem(`The specification has more than ${maxSpecFiles} files`);
    for (const url of reading.missing) {
      // One connection at a time: the servers did not ask for the traffic.
      const { body, foundAt } = await fetchFile(ctx, url, budget);
      budget.left -= body.length;
      files.push({ url, foundAt, text: textOf(body, url) });
    }
  }
}

async function parseInWorker(
  ctx: Context,
  slug: string,
  files: readonly SpecFile[],
  signal: AbortSignal,
): Promise<SpecResult> {
  try {
    const options = { timeoutMs: readingMs, owner: ctx.actor.userId, signal };
    return await ctx.workers.bulk.run<SpecResult>('readSpecification', [slug, files], options);
  } catch (error) {
    if (!(error instanceof TaskEnded)) throw error;
    throw parseProblem(`The document takes too ${error.reason === 'timeout' ? 'long' : 'much memory'} to be read`);
  }
}

/** A fetched file, and where redirects led, each of which was checked as the first address. */
async function fetchFile(
  ctx: Context,
  url: string,
  { left, signal }: FetchBudget,
): Promise<{ readonly body: Buffer; readonly foundAt: string }> {
  try {
    const found = await ctx.fetch(url, {
      accept: 'application/json, application/yaml, text/yaml, */*;q=0.1',
      maxBodyBytes: Math.max(1, left),
      timeoutMs: fetchTimeoutMs,
      signal,
    });
    const { status, body, url: foundAt } = found;
    if (status !== 200) throw problem('FETCH_ERROR', `${shown(url)} answered with the status ${status}`);
    return { body, foundAt };
  } catch (error) {
    if (!(error instanceof DomainError) || !error.type.startsWith('fetch_')) throw error;
    const code = error.type === 'fetch_timeout' ? 'FETCH_TIMEOUT' : 'FETCH_ERROR';
    throw problem(code, `${shown(url)} could not be fetched: ${error.message}`);
  }
}

function textOf(body: Buffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw parseProblem(`${shown(name)} is not text in UTF-8`);
  }
}

const shown = (url: string) => (url.length > 200 ? `${url.slice(0, 199)}…` : url);
const problem = (code: ProcessError['code'], message: string) => new SourceProblem({ code, message });
const parseProblem = (message: string) => problem('PARSE_ERROR', message);
