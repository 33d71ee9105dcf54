import { exportPdf } from '../domain/exchange/pdf/pdf.ts';
import { getPdfDownload } from '../domain/exchange/pdf/exports.ts';
import { offersPdf } from '../domain/publishing/published-pages/offers.ts';
import type { Place } from '../domain/publishing/published-pages/place.ts';
import { answerTooMany, cacheHeaders, type ReaderAnswer } from './answer.ts';
import type { Reading } from './reading.ts';

/**
 * Answers `~/pdf`: the space as the visitor sees it, or with `?page=<id>` that page and those below it. Null where the site offers
 * none. One PDF of an organization is made at a time, and an address may ask for few.
 */
export async function answerPdf(
  { ctx, parts, audience, request }: Reading,
  place: Place,
): Promise<ReaderAnswer | null> {
  const { page: id } = request.query;
  const page = id === undefined ? null : place.pages.get(id);
  if (page === undefined || !offersPdf(place)) return null;
  const seconds = parts.countPdf(request.address);
  if (seconds !== null) return answerTooMany('You have asked for many PDFs.', seconds);
  const made = await exportPdf(
    ctx,
    { spaceId: place.siteSpace.spaceId, changeRequestId: null },
    { page: page?.id ?? null },
  );
  const file = await getPdfDownload(ctx.sql, made.id);
  const name = page === null ? file.name : `${page.title}.pdf`;
  const headers = { ...cacheHeaders(audience), 'x-robots-tag': 'noindex' };
  return { status: 200, headers, body: Buffer.alloc(0), file: { ...file, name } };
}
