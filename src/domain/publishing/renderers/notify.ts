import { siteTag, spaceTag, specTag } from '../../../lib/cache-tags.ts';
import type { Context } from '../../core/context.ts';
import type { EmittedEvent } from '../../core/events/emit.ts';
import { enqueueSystemJobs } from '../../core/jobs/enqueue.ts';
import { revalidation } from './kind.ts';
import { listShownSpaces, listNotifiedRenderers, type ShownSpace, type NotifiedRenderer } from './queries.ts';

/** A change that invalidates content cached by the renderers of published sites. */
type PublishedChange =
  /** The content or title of a space. */
  | { readonly spaceId: string }
  /** A resource of an organization, by its cache tag. See lib/cache-tags.ts. */
  | { readonly organizationId: string; readonly tag: string }
  /** All sites of an organization. */
  | { readonly organizationId: string; readonly tag?: never };

/** What an event says of published content. */
function changesIn({ type, subject, data }: EmittedEvent): PublishedChange[] {
  const { organizationId, siteId, spaceId, label } = subject;
  if (siteId !== undefined) return [{ organizationId, tag: siteTag(siteId) }];
  if ((type === 'content.updated' || type === 'space.updated') && spaceId !== undefined) return [{ spaceId }];
  if (type === 'openapi_spec.version_created' || type === 'openapi_spec.deleted')
    return [{ organizationId, tag: specTag(organizationId, label ?? '') }];
  const hasNewHostname = type === 'organization.updated' && 'changed' in data && data.changed.includes('hostname');
  return hasNewHostname ? [{ organizationId }] : [];
}

/**
 * Enqueues a notification for each renderer that may have cached content changed by the caller's transaction, in that
 * transaction. A change of a space also invalidates the sites that show it, because these contain its revision id.
 */
export async function notifyRenderers(ctx: Context, events: readonly EmittedEvent[]): Promise<void> {
  const changes = events.flatMap(changesIn);
  if (changes.length === 0) return;
  const spaceIds = [...new Set(changes.flatMap((change) => ('spaceId' in change ? [change.spaceId] : [])))];
  const inOrganizations = changes.flatMap((change) => ('organizationId' in change ? [change] : []));
  const organizationIds = [...new Set(inOrganizations.map(({ organizationId }) => organizationId))];
  const renderers = await listNotifiedRenderers(ctx.sql, organizationIds, spaceIds);
  if (renderers.length === 0) return;
  const whole = inOrganizations.flatMap(({ organizationId, tag }) => (tag === undefined ? [organizationId] : []));
  const shown = spaceIds.length + whole.length === 0 ? [] : await listShownSpaces(ctx.sql, whole, spaceIds);
  const named = inOrganizations.flatMap(({ organizationId, tag }) =>
    tag === undefined ? [] : [{ organizationId, tag }],
  );
  await enqueueNotifications(ctx, renderers, [...named, ...shown.flatMap(listTags)]);
}

/** Enqueues a notification that invalidates all sites of the renderer's organization. Returns the job id. */
export async function notifyOfEverything(ctx: Context, renderer: NotifiedRenderer): Promise<string | undefined> {
  const shown = await listShownSpaces(ctx.sql, [renderer.organizationId], []);
  const [id] = await enqueueNotifications(ctx, [renderer], shown.flatMap(listTags));
  return id;
}

interface ChangedTag {
  readonly organizationId: string;
  readonly tag: string;
}

const listTags = ({ organizationId, siteId, spaceId }: ShownSpace): ChangedTag[] => [
  { organizationId, tag: siteTag(siteId) },
  { organizationId, tag: spaceTag(spaceId) },
];

/** Notifications of one renderer run one at a time, so that a slow renderer occupies only one job slot. */
function enqueueNotifications(
  ctx: Context,
  renderers: readonly NotifiedRenderer[],
  changed: readonly ChangedTag[],
): Promise<string[]> {
  const jobs = renderers.flatMap(({ id, organizationId }) => {
    const own = changed.filter((change) => change.organizationId === organizationId);
    const tags = [...new Set(own.map(({ tag }) => tag))];
    return tags.length === 0
      ? []
      : [{ organizationId, payload: { rendererId: id, tags }, exclusive: `renderer ${id}` }];
  });
  return jobs.length === 0 ? Promise.resolve([]) : enqueueSystemJobs(ctx, revalidation, jobs);
}
