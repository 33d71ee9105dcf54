import * as z from 'zod';
import { sql } from '../../db/sql.ts';
import { renderPdf } from '../../infra/pdf/render.ts';
import { notFound } from '../../lib/errors.ts';
import { keepBytes } from '../content/blobs.ts';
import type { Revision } from '../content/revisions.ts';
import type { Context } from '../context.ts';
import type { JobKind, JobRun } from '../jobs/kind.ts';
import { readSpace } from '../spaces/spaces.ts';
import { transact } from '../transact.ts';
import { findExport, keyOf } from './exports.ts';
import { maxPdfBytes, maxRenderBytes, maxRenderMs } from './fields.ts';
import { authorizePdf } from './place.ts';
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
type PdfResult = z.infer<typeof Result>;

export const pdfExport: JobKind<PdfPayload, PdfResult> = { name: 'pdf-export', payload: Payload, result: Result };

const limits = { timeoutMs: maxRenderMs, memoryBytes: maxRenderBytes, outputBytes: maxPdfBytes };

/** Makes a PDF of a revision, unless it is there by now. Throws not_found, insufficient_scope, payload_too_large. */
export async function makePdf(ctx: Context, payload: PdfPayload, run: JobRun<PdfResult>): Promise<PdfResult> {
  await authorizePdf(ctx, payload);
  const space = await readSpace(ctx, payload.spaceId);
  const revision = (await ctx.loaders.revision.load(payload.revisionId)) as Revision | null;
  if (revision === null || revision.spaceId !== space.id) throw notFound('revision', payload.revisionId);
  const key = keyOf(space, payload);
  const made = await findExport(ctx, key);
  if (made) return { exportId: made.id, pages: made.pages };
  const selection = await selectPages(ctx, revision, payload);
  run.progress({ done: 0, total: selection.pages.length, phase: 'reading' });
  // What colours code takes long to load, and few processes print.
  const { gatherEntries } = await import('./material.ts');
  const { entries, targets, images } = await gatherEntries(ctx, selection, run);
  run.progress({ phase: 'laying out' });
  const { body, pages } = await renderPdf(
    {
      title: space.title,
      emoji: space.emoji ?? '',
      subtitle: payload.only ? (entries[0]?.title ?? '') : '',
      date: dateOf(revision.createdAt),
      contents: !payload.only,
      entries,
      targets,
    },
    images,
    { limits, signal: run.signal },
  );
  const [kept] = await keepBytes(ctx, [{ name: 'export.pdf', body }]);
  if (!kept) throw new Error('The bytes of the PDF were not kept');
  return transact(ctx, async (inner) => {
    const row = await inner.sql.first<{ id: string }>(sql`
      insert into pdf_exports (id, "spaceId", key, name, pages, "blobHash", "createdAt")
      values (${inner.newId('pdf')}, ${space.id}, ${key}, ${`${space.title}.pdf`}, ${pages}::int, ${kept.hash},
        ${inner.now().toISOString()}::timestamptz)
      on conflict (key) do update set "blobHash" = excluded."blobHash", pages = excluded.pages
      returning id`);
    const result = { exportId: row?.id ?? '', pages };
    await run.complete(inner, result);
    return result;
  });
}

const dateOf = (instant: string) =>
  new Date(instant).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
