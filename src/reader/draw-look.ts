import type { Context, DrawnLook } from '../domain/core/context.ts';
import { loadLook, type LookRequest } from '../domain/publishing/preview/look.ts';
import { makePage } from './make-page.ts';
import type { ReaderParts } from './reading.ts';
import { makeSiteStyle } from './site-style.ts';

/** Draws the page of a look without scripts, to be shown in a frame on the origin of the API; null when there is none. */
export async function drawLook(
  ctx: Context,
  findIcon: ReaderParts['findIcon'],
  request: LookRequest,
): Promise<DrawnLook | null> {
  const look = await loadLook(ctx, request);
  if (look === null) return null;
  const { place, page, loaded } = look;
  const showing = {
    parts: { findIcon, countSearch: () => null },
    request: { query: {}, search: '', address: '', wantsJson: false },
    audience: 'nobody' as const,
    runsScripts: false,
    previewEndsAt: null,
    // The manual has the same files on that origin.
    assetsRoot: `${new URL(ctx.urls.base).pathname.replace(/\/$/, '')}/manual/`,
  };
  const { answer } = makePage(showing, place, { page, loaded });
  const isHere = new URL(place.url).origin === new URL(ctx.urls.base).origin;
  return { html: withoutPictures(answer.body.toString(), isHere), css: makeSiteStyle(place.settings).css };
}

/** Replaces pictures by their words, but for those on the origin of the API: the policy of the frame keeps it from loading others. */
const withoutPictures = (html: string, isHere: boolean): string =>
  html.replaceAll(/<(?:img|source) [^>]*>/g, (picture) =>
    isHere && / src(?:set)?="\//.test(picture) ? picture : picture.replaceAll(/ (?:src|srcset)="[^"]*"/g, ''),
  );
