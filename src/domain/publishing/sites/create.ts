import type * as z from 'zod';
import { ofSite } from '../../core/events/emit.ts';
import { generateNKeysBetween } from 'fractional-indexing';
import { conflict } from '../../../lib/errors.ts';
import { requireScope } from '../../../access/policy.ts';
import type { Context } from '../../core/context.ts';
import { updateContent } from '../../authoring/content/edits/update-content.ts';
import { lockOrganization } from '../../people/organizations/organizations.ts';
import { createSpace } from '../../authoring/spaces/create.ts';
import type { Space } from '../../authoring/spaces/spaces.ts';
import { transact } from '../../core/transact.ts';
import { generateBasename } from './basenames.ts';
import { lockSpaceForSite } from '../structure/change.ts';
import { defaultSiteTitle, type SiteStart } from './fields.ts';
import { pagePathsIn } from '../structure/page-paths.ts';
import { generatePath } from '../structure/paths.ts';
import { touchSite } from './queries.ts';
import { samplePages } from './sample.ts';
import { generateVisitorKey, encryptVisitorKey } from '../visitor-auth/visitor-key.ts';
import { authorizedSite, type ReadSite } from './sites.ts';
import type { CreateSiteInput } from './inputs.ts';

type NewSite = z.output<typeof CreateSiteInput> & { readonly organizationId: string };

/**
 * Creates an unpublished site. Requires `create` on the organization and on every space. Throws not_found, forbidden,
 * reference_not_found; conflict for a repeated space.
 */
export async function createSite(outer: Context, input: NewSite): Promise<ReadSite> {
  return transact(outer, async (ctx) => {
    const { organizationId } = input;
    await lockOrganization(ctx, organizationId, 'createSite');
    const title = input.title ?? defaultSiteTitle;
    const spaces = await spacesFor(ctx, { ...input, title });
    const id = ctx.newId('site');
    const now = ctx.now();
    await ctx.db.site.create({
      data: {
        id,
        organizationId,
        title,
        type: input.type,
        visibility: input.visibility ?? 'public',
        basename: await generateBasename(ctx, organizationId, title),
        createdAt: now,
        updatedAt: now,
        visitorAuth: { create: { sealedKey: encryptVisitorKey(ctx, id, generateVisitorKey()), updatedAt: now } },
      },
    });
    await addAll(ctx, id, spaces);
    ctx.emit('site.created', ofSite({ id, organizationId, title }));
    return authorizedSite(ctx, { id }, 'view');
  });
}

async function spacesFor(
  ctx: Context,
  { spaces, organizationId, title }: NewSite & { readonly title: string },
): Promise<Space[]> {
  if (typeof spaces === 'string') return [await newSpace(ctx, { organizationId, title, start: spaces })];
  const ids = spaces ?? [];
  const found: Space[] = [];
  // Locks spaces in the order of their ids, to avoid deadlocks.
  for (const [index, id] of [...ids.entries()].toSorted(([, one], [, other]) => (one < other ? -1 : 1)))
    found[index] = await lockSpaceForSite(ctx, id, { organizationId }, `input.spaces.${index}`);
  if (new Set(ids).size < ids.length) throw conflict('A site contains a space only once');
  return found;
}

interface NewSpace {
  readonly organizationId: string;
  readonly title: string;
  readonly start: SiteStart;
}

const maxSpaceTitle = 50;

async function newSpace(ctx: Context, { organizationId, title, start }: NewSpace): Promise<Space> {
  requireScope(ctx.actor, 'space:write');
  const space = await createSpace(ctx, {
    organizationId,
    title: Array.from(title).slice(0, maxSpaceTitle).join(''),
  });
  if (start === 'sample') await updateContent(ctx, { spaceId: space.id, operations: samplePages });
  return space;
}

async function addAll(ctx: Context, siteId: string, spaces: readonly Space[]): Promise<void> {
  const positions = generateNKeysBetween(null, null, spaces.length);
  const [first] = spaces;
  const titles = spaces.map(({ title }) => title);
  const paths = new Set(first ? await pagePathsIn(ctx, first.id, titles) : []);
  const data = spaces.map((space, index) => {
    const path = generatePath(space.title, paths);
    paths.add(path);
    const position = positions[index] ?? '';
    return {
      id: ctx.newId('ssp'),
      siteId,
      spaceId: space.id,
      path,
      position,
      isDefault: index === 0,
      createdAt: ctx.now(),
    };
  });
  await ctx.db.siteSpace.createMany({ data });
  await touchSite(ctx.sql, siteId, ctx.now());
}
