import type { PageRow } from '../../../db/content/pages.ts';
import { paginate } from '../../../db/keyset.ts';
import { mapPage, type Page as ListPage, type PageRequest } from '../../../lib/page.ts';
import type { ContentLocation } from '../../authoring/content/locations.ts';
import { pageOf } from '../../authoring/content/page.ts';
import type { Revision } from '../../authoring/content/revisions.ts';
import type { Context } from '../../core/context.ts';
import type { OpenApiSpec } from '../../authoring/openapi-specs/specs.ts';
import { loadSpace } from '../../authoring/spaces/spaces.ts';
import { dependentsList } from './queries.ts';

type DependentRow = PageRow & { readonly spaceId: string; readonly revisionId: string };

/** Lists the pages computed from a specification, in the spaces that the caller may read, by title. */
export async function listDependents(
  ctx: Context,
  spec: OpenApiSpec,
  request: PageRequest,
): Promise<ListPage<ContentLocation>> {
  const found = await paginate<DependentRow>(ctx, dependentsList(ctx.actor, spec), request);
  const revisions = await ctx.loaders.revision.loadMany(found.items.map(({ revisionId }) => revisionId));
  const states = revisions.flatMap((one) => (one === null || one instanceof Error ? [] : [one as Revision]));
  const stateOf = new Map(states.map((state) => [state.spaceId, state]));
  const keys = found.items.flatMap(({ id, spaceId }) => {
    const state = stateOf.get(spaceId);
    return state ? [{ state, id }] : [];
  });
  const rows = await ctx.loaders.contentPage.loadMany(keys);
  const pathOf = new Map(rows.flatMap((row) => (row === null || row instanceof Error ? [] : [[row.id, row.path]])));
  const spaces = await Promise.all([...stateOf.keys()].map((id) => loadSpace(ctx, id)));
  const spaceOf = new Map(spaces.map((space) => [space.id, space]));
  return mapPage(found, (row) => {
    const [revision, space] = [stateOf.get(row.spaceId), spaceOf.get(row.spaceId)];
    if (!revision || !space) throw new Error(`The space ${row.spaceId} has no revision ${row.revisionId}`);
    const page = pageOf(row, { revision, path: pathOf.get(row.id) ?? null, pages: null });
    return { kind: 'page', space, revision, page, anchor: null };
  });
}
