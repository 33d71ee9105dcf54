import { siteTag, spaceTag } from '../../lib/cache-tags.ts';
import type { Context, PublishedChange } from '../context.ts';
import { enqueueSystemJobs } from '../jobs/enqueue.ts';
import { revalidation } from './kind.ts';
import { listShownSpaces, listToldRenderers, type ShownSpace, type ToldRenderer } from './queries.ts';

/**
 * Enqueues one job for each renderer that may have kept what the caller's transaction changes: both commit, or neither.
 * A change of a space is one of the sites that show it too, because these name its revision.
 */
export async function tellRenderers(ctx: Context, changes: readonly PublishedChange[]): Promise<void> {
  const spaceIds = [...new Set(changes.flatMap((change) => ('spaceId' in change ? [change.spaceId] : [])))];
  const inOrganizations = changes.flatMap((change) => ('organizationId' in change ? [change] : []));
  const organizationIds = [...new Set(inOrganizations.map(({ organizationId }) => organizationId))];
  const renderers = await listToldRenderers(ctx.sql, organizationIds, spaceIds);
  if (renderers.length === 0) return;
  const whole = inOrganizations.flatMap(({ organizationId, tag }) => (tag === undefined ? [organizationId] : []));
  const shown = spaceIds.length + whole.length === 0 ? [] : await listShownSpaces(ctx.sql, whole, spaceIds);
  const named = inOrganizations.flatMap(({ organizationId, tag }) =>
    tag === undefined ? [] : [{ organizationId, tag }],
  );
  await tell(ctx, renderers, [...named, ...shown.flatMap(tagsOf)]);
}

/** Enqueues that a renderer drops everything of its organization's sites. Returns the job. */
export async function tellEverything(ctx: Context, renderer: ToldRenderer): Promise<string | undefined> {
  const shown = await listShownSpaces(ctx.sql, [renderer.organizationId], []);
  const [id] = await tell(ctx, [renderer], shown.flatMap(tagsOf));
  return id;
}

interface ChangedTag {
  readonly organizationId: string;
  readonly tag: string;
}

const tagsOf = ({ organizationId, siteId, spaceId }: ShownSpace): ChangedTag[] => [
  { organizationId, tag: siteTag(siteId) },
  { organizationId, tag: spaceTag(spaceId) },
];

/** One after the other for each renderer, so that one that is slow holds one place of those that run jobs. */
function tell(ctx: Context, renderers: readonly ToldRenderer[], changed: readonly ChangedTag[]): Promise<string[]> {
  const jobs = renderers.flatMap(({ id, organizationId }) => {
    const own = changed.filter((change) => change.organizationId === organizationId);
    const tags = [...new Set(own.map(({ tag }) => tag))];
    return tags.length === 0
      ? []
      : [{ organizationId, payload: { rendererId: id, tags }, exclusive: `renderer ${id}` }];
  });
  return jobs.length === 0 ? Promise.resolve([]) : enqueueSystemJobs(ctx, revalidation, jobs);
}
