import * as z from 'zod';
import { notFound } from '../../../lib/errors.ts';
import { revisionForCaller } from '../../authoring/content/audience.ts';
import { storeBytes } from '../../authoring/content/store-bytes.ts';
import type { Revision } from '../../authoring/content/revisions.ts';
import type { Context } from '../../core/context.ts';
import type { JobKind, JobRun } from '../../core/jobs/kind.ts';
import { loadSpace } from '../../authoring/spaces/spaces.ts';
import { transact } from '../../core/transact.ts';
import { findExport, pdfKey } from './exports.ts';
import { toTocLevel, type Selection } from './load-batches.ts';
import { authorizePdf } from './source.ts';
import { printPages } from './print.ts';
import { upsertExport } from './queries.ts';
import { selectPages } from './select.ts';

const Payload = z.object({
  spaceId: z.string(),
  changeRequestId: z.string().nullable(),
  revisionId: z.string(),
  pageId: z.string().nullable(),
  only: z.boolean(),
});
type PdfPayload = z.infer<typeof Payload>;

const Result = z.object({ exportId: z.string(), pages: z.int() });
export type PdfResult = z.infer<typeof Result>;

export const pdfExport: JobKind<PdfPayload, PdfResult> = { name: 'pdf-export', payload: Payload, result: Result };

/** Creates the PDF of a revision, unless it exists already. Throws not_found, insufficient_scope, payload_too_large. */
export async function makePdf(ctx: Context, payload: PdfPayload, run: JobRun<PdfResult>): Promise<PdfResult> {
  await authorizePdf(ctx, payload);
  const space = await loadSpace(ctx, payload.spaceId);
  const active = (await ctx.loaders.revision.load(payload.revisionId)) as Revision | null;
  if (active === null || active.spaceId !== space.id) throw notFound('revision', payload.revisionId);
  const revision = await revisionForCaller(ctx, active);
  const key = pdfKey(ctx, space, payload);
  const made = await findExport(ctx, key);
  if (made) return { exportId: made.id, pages: made.pages };
  const selection = await selectPages(ctx, revision, payload);
  run.progress({ done: 0, total: selection.pages.length, phase: 'reading' });
  const front = {
    title: space.title,
    emoji: space.emoji ?? '',
    subtitle: payload.only ? (selection.pages[0]?.page.title ?? '') : '',
    date: formatDate(revision.createdAt),
    contents: payload.only ? [] : selection.pages.map(lineOf),
  };
  const { body, pages } = await printPages(ctx, { front, selection }, run);
  const [stored] = await storeBytes(ctx, [{ name: 'export.pdf', body }]);
  if (!stored) throw new Error('The bytes of the PDF were not stored');
  return transact(ctx, async (inner) => {
    const row = await upsertExport(inner.sql, {
      id: inner.newId('pdf'),
      spaceId: space.id,
      key,
      name: `${space.title}.pdf`,
      pages,
      blobHash: stored.hash,
      now: inner.now(),
    });
    const result = { exportId: row?.id ?? '', pages };
    await run.complete(inner, result);
    return result;
  });
}

const lineOf = ({ page: { id, title, emoji }, depth }: Selection['pages'][number]) => ({
  id,
  level: toTocLevel(depth),
  title,
  emoji: emoji ?? '',
});

const formatDate = (instant: string) =>
  new Date(instant).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
