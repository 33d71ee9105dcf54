import { getChangeRequest } from '../../authoring/change-requests/change-requests.ts';
import type { ContentChange, ContentChangeType } from '../../authoring/content/diff/describe.ts';
import { changesOfChangeRequest } from '../../authoring/content/diff/changes-of-change-request.ts';
import type { Context } from '../../core/context.ts';
import { findShownRequest } from '../addresses/view.ts';
import { publishedPageUrl, type Place } from './place.ts';
import { entryIdPath } from './targets.ts';

/** A page that a change request changes, as the visitor of its preview sees it. */
export interface ChangedPage {
  readonly kind: 'added' | 'changed' | 'moved' | 'removed';
  readonly title: string;
  /** Its address in the preview; that of a removed one without the change request. Null for a page without an address. */
  readonly url: string | null;
  /** Whether it has a text, whose changes can be shown. */
  readonly hasText: boolean;
}

/** Maximum number of changes that are read, most of which are those of pages. */
const maxChanges = 500;

/** Lists the pages that the change request of a place changes, in reading order, removed ones last; null in other views. */
export async function listChangedPages(
  ctx: Context,
  place: Place,
): Promise<{ readonly pages: readonly ChangedPage[]; readonly hasMore: boolean } | null> {
  const shown = findShownRequest(place);
  if (shown === null) return null;
  const changeRequest = await getChangeRequest(ctx, { id: shown.id }, 'readContent');
  const { changes, more } = await changesOfChangeRequest(ctx, changeRequest, { limit: maxChanges, after: null });
  const orders = new Map([...place.pages.keys()].map((id, index) => [id, index]));
  const byPage = new Map<string, ContentChange>();
  // A page that was also moved has two changes, of which the first says more.
  for (const change of changes) if (kinds[change.type] && !byPage.has(change.id)) byPage.set(change.id, change);
  const inOrder = [...byPage.values()].toSorted(
    (one, other) => (orders.get(one.id) ?? Infinity) - (orders.get(other.id) ?? Infinity) || 0,
  );
  return { pages: inOrder.flatMap((change) => describePage(place, change)), hasMore: more > 0 };
}

const kinds: Readonly<Partial<Record<ContentChangeType, ChangedPage['kind']>>> = {
  page_created: 'added',
  page_edited: 'changed',
  page_moved: 'moved',
  page_deleted: 'removed',
};

function describePage(place: Place, { type, id, before, after }: ContentChange): ChangedPage[] {
  const kind = kinds[type];
  const title = (after ?? before)?.title;
  if (kind === undefined || title === undefined) return [];
  if (kind === 'removed') return [{ kind, title, url: entryIdPath(place.publishedUrl, id), hasText: false }];
  const page = place.pages.get(id);
  if (page === undefined) return [];
  return [{ kind, title, url: publishedPageUrl(place, page), hasText: page.type === 'document' }];
}
