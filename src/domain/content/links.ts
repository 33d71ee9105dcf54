import { linksKey, type LinkRow } from '../../loaders/content.ts';
import { spend } from '../budget.ts';
import type { Context } from '../context.ts';
import { findFile, type File } from './files.ts';
import type { Page } from './page.ts';
import { findPage } from './pages.ts';

/** What a link points at; `broken` when it points at nothing. */
export const linkKinds = {
  page: 'A page of the space.',
  file: 'A file of the space.',
  url: 'An address elsewhere.',
  broken: 'Nothing that is there.',
} as const;
export type LinkKind = keyof typeof linkKinds;

/** A link or image in the text of a page; offsets are UTF-16 code units and enclose the URL alone. */
export interface PageLink extends Pick<LinkRow, 'startsAt' | 'endsAt' | 'url' | 'anchor'> {
  readonly kind: LinkKind;
  readonly page: Page | null;
  readonly file: File | null;
}

/** The links and images in the text of a page, in order, as they are in its revision. */
export async function linksOf(ctx: Context, page: Page): Promise<PageLink[]> {
  if (page.documentId === null) return [];
  const rows = await ctx.loaders.contentLinks.load(linksKey({ pageId: page.id, documentId: page.documentId }));
  return Promise.all(spend(ctx, rows).map((row) => resolve(ctx, page, row)));
}

async function resolve(ctx: Context, from: Page, row: LinkRow): Promise<PageLink> {
  const { startsAt, endsAt, url, kind, targetId, anchor } = row;
  const page = kind === 'page' && targetId !== null ? await findPage(ctx, from.revision, targetId) : null;
  const file = kind === 'file' && targetId !== null ? await findFile(ctx, from.revision, targetId) : null;
  const isGone = (kind === 'page' && page === null) || (kind === 'file' && file === null);
  return { startsAt, endsAt, url, anchor, kind: isGone ? 'broken' : (kind as LinkKind), page, file };
}
