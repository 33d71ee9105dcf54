import type { LinkRow } from '../../../db/content/links.ts';
import { emptyPage, mapPage, type Page as ListPage, type PageRequest } from '../../../lib/page.ts';
import { chargeItems, awaitTurn, haltIfOver } from '../../core/budget.ts';
import type { Context } from '../../core/context.ts';
import { window } from '../../core/window.ts';
import { findFile, type File } from './files.ts';
import type { Page } from './page.ts';
import { findPage } from './pages.ts';
import { idInState } from './state-ids.ts';

/** Kinds of link targets. */
export const linkKinds = {
  page: 'A page of the space.',
  file: 'A file of the space.',
  url: 'An external URL.',
  app: 'A URL of the application.',
  openapi: 'An OpenAPI specification of the organization.',
  broken: 'The target does not exist.',
} as const;
export type LinkKind = keyof typeof linkKinds;

/** State of a link. */
export const linkStatuses = {
  ok: 'The target exists, or is an external URL that is not checked.',
  broken: 'The target does not exist in the revision, or the page does not have the anchor.',
  'in-app': 'A URL of the application, which is not checked.',
} as const;
export type LinkStatus = keyof typeof linkStatuses;

/** A link or image in the text of a page. Offsets enclose only the URL, in UTF-16 code units. */
export interface PageLink extends Pick<LinkRow, 'url' | 'anchor'> {
  readonly startsAt: number;
  readonly endsAt: number;
  readonly kind: LinkKind;
  readonly status: LinkStatus;
  readonly page: Page | null;
  readonly file: File | null;
}

/** Lists the links and images in the text of a page, in order. Throws query_too_complex. */
export async function listPageLinks(ctx: Context, page: Page, request: PageRequest): Promise<ListPage<PageLink>> {
  if (page.documentId === null) return emptyPage;
  // The lists of all pages are read together and charged before any of them is resolved.
  await haltIfOver(ctx);
  const rows = await ctx.loaders.contentLinks.load({ state: page.revision, id: page.id });
  const placed = rows.map((row, place) => ({ ...row, id: `${row.startsAt ?? place}` }));
  const listed = window(ctx, { name: 'links-in-text', filters: [idInState(page)] }, placed, request);
  await awaitTurn(ctx, chargeItems(ctx, listed.items).length);
  const links = await Promise.all(listed.items.map((row) => resolve(ctx, page, row)));
  const linkOf = new Map(listed.items.map((row, place) => [row, links[place]]));
  return mapPage(listed, (row) => linkOf.get(row) as PageLink);
}

async function resolve(ctx: Context, from: Page, row: LinkRow): Promise<PageLink> {
  const { startsAt, endsAt, url, anchor, foundId, foundKind } = row;
  const status = row.status as LinkStatus;
  const page = foundId !== null && foundKind === 'page' ? await findPage(ctx, from.revision, foundId) : null;
  const file = foundId !== null && foundKind === 'file' ? await findFile(ctx, from.revision, foundId) : null;
  const kind = (status === 'broken' ? 'broken' : (foundKind ?? row.kind)) as LinkKind;
  return { startsAt: startsAt ?? 0, endsAt: endsAt ?? 0, url, anchor, kind, status, page, file };
}
