import { findSpace } from '../../../domain/authoring/spaces/spaces.ts';
import type { Context } from '../../../domain/core/context.ts';
import type { EventData } from '../../../domain/core/events/catalogue.ts';
import type { Event } from '../../../domain/core/events/events.ts';
import { appUrl, locationUrl, placePath } from '../../../domain/core/urls.ts';
import { findPublication } from '../../../domain/publishing/sites/published-space.ts';

type Content = EventData<'content.updated'>;
type Change = Content['changes'][number];

/** What an event says besides its subject: what is stored, with the addresses of what it names, as they are now. */
export async function dataOf(ctx: Context, { spaceId, changeRequestId, type, data }: Event): Promise<object> {
  if (spaceId === null || !isContent(data)) return data as object;
  const isMain = type === 'content.updated' || type === 'change_request.merged';
  const place = { spaceId, changeRequestId: isMain ? null : changeRequestId };
  const space = isMain ? await findSpace(ctx, spaceId) : null;
  const published = space && ((await findPublication(ctx, space))?.url ?? null);
  return {
    ...data,
    space: {
      ...data.space,
      urls: {
        location: locationUrl(ctx.urls, 'spaces', spaceId),
        app: appUrl(ctx.urls, 'spaces', spaceId),
        ...(published && { published }),
      },
    },
    changes: data.changes.map((change) => withUrls(ctx, change, { spaceId, place: placePath(place), published })),
  };
}

const isContent = (data: unknown): data is Content =>
  typeof data === 'object' && data !== null && 'changes' in data && 'space' in data;

interface Base {
  readonly spaceId: string;
  /** Path of the content in the API. */
  readonly place: readonly string[];
  /** URL of the published space; null when none is. */
  readonly published: string | null;
}

/** Where the REST API has entries of each kind. */
const segments = { page: 'page', file: 'files', 'reusable-content': 'reusable-contents' } as const;

function withUrls(ctx: Context, change: Change, { spaceId, place, published }: Base): Change {
  const { id, kind, path } = change;
  if (change.change === 'removed' || kind === 'variables') return change;
  const location = locationUrl(ctx.urls, ...place, 'content', segments[kind], id);
  if (kind !== 'page') return { ...change, urls: { location } };
  const isPublished = published !== null && path !== undefined;
  return {
    ...change,
    urls: {
      location,
      app: appUrl(ctx.urls, 'spaces', spaceId, 'pages', id),
      ...(isPublished && { published: `${published}${path.split('/').map(encodeURIComponent).join('/')}` }),
    },
  };
}
