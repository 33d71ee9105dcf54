import type { LinkRow } from '../../loaders/content-links.ts';
import { spend } from '../budget.ts';
import type { Context } from '../context.ts';
import type { ContentReference } from './fields.ts';
import type { Page } from './page.ts';

/** What the addresses in the text of a page lead to within its space, by the address as it is written. */
export async function referencesOf(ctx: Context, page: Page): Promise<ReadonlyMap<string, ContentReference>> {
  const rows = await ctx.loaders.contentLinks.load({ state: page.revision, id: page.id });
  return new Map(
    spend(ctx, rows).flatMap((row) => {
      const reference = referenceOf(row);
      return reference ? [[row.url, reference] as const] : [];
    }),
  );
}

function referenceOf({ foundId, foundKind, anchor }: LinkRow): ContentReference | null {
  if (foundId === null) return null;
  if (foundKind === 'file') return { kind: 'file', file: foundId };
  return anchor === null ? { kind: 'page', page: foundId } : { kind: 'anchor', page: foundId, anchor };
}
