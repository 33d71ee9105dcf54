import type * as z from 'zod';
import { requireScope } from '../../../access/policy.ts';
import { paginate } from '../../../db/keyset.ts';
import { invalid, namedWhenNotFound, notFound, referenceNotFound } from '../../../lib/errors.ts';
import { unpairId } from '../../../lib/ids.ts';
import { readInstant } from '../../../lib/instant.ts';
import type { Page as ListPage, PageRequest } from '../../../lib/page.ts';
import type { FreshnessRow } from '../../../loaders/freshness.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { getOrganization } from '../../people/organizations/organizations.ts';
import type { Page } from '../content/page.ts';
import { getPage } from '../content/pages.ts';
import { getContent } from '../content/revisions.ts';
import { listRanks } from '../notifications/queries/ranks.ts';
import { lockSpace } from '../spaces/lock.ts';
import { renewSpace } from '../spaces/queries.ts';
import { authorizedSpace, type Space } from '../spaces/spaces.ts';
import type { UpdatePageFreshnessInput, VerifyPageInput } from './inputs.ts';
import { dueInOrganizationList, dueInSpaceList, dueOfOwnerList } from './queries.ts';

/** Who looks after a page, and until when its text was checked. */
export type PageFreshness = FreshnessRow;

/** A page of the main content of a space. */
interface PageReference {
  readonly spaceId: string;
  readonly pageId: string;
}

/** Finds what is known of a page that the caller has read; null when nothing is, and for visitors. */
export async function findPageFreshness(
  ctx: Context,
  { spaceId, pageId }: PageReference,
): Promise<PageFreshness | null> {
  return ctx.actor.visitor === undefined ? ctx.loaders.pageFreshness.load(`${spaceId} ${pageId}`) : null;
}

/** Gets what is known of a page. Requires reading its space. Throws not_found when nothing is. */
export async function getPageFreshness(ctx: Context, reference: PageReference): Promise<PageFreshness> {
  const page = await getMainPage(ctx, reference);
  const found = await findPageFreshness(ctx, { spaceId: reference.spaceId, pageId: page.id });
  if (found === null) throw notFound('freshness of page', page.id);
  return found;
}

/** Gets the same by its own id. Throws not_found, also when the page is gone. */
export async function getFreshness(ctx: Context, id: string): Promise<PageFreshness> {
  const row = await ctx.loaders.freshness.load(id);
  if (row === null) throw notFound('freshness', id);
  try {
    await getMainPage(ctx, row);
    return row;
  } catch (error) {
    throw namedWhenNotFound(error, notFound('freshness', id));
  }
}

/** Finds until when a page that the caller has read is verified; null when it is not. This is all that visitors are told. */
export async function findVerifiedUntil(ctx: Context, { spaceId, pageId }: PageReference): Promise<string | null> {
  const found = await ctx.loaders.pageFreshness.load(`${spaceId} ${pageId}`);
  return found && verifiedUntil(found, ctx.now());
}

/** Until when a page is verified; null when it is not, or no longer. */
export const verifiedUntil = ({ verifiedAt, reviewAt }: PageFreshness, now: Date): string | null =>
  verifiedAt !== null && reviewAt !== null && Date.parse(reviewAt) > now.getTime() ? reviewAt : null;

/** Whether a page is to be reviewed now. */
export const isDue = ({ reviewAt }: PageFreshness, now: Date): boolean =>
  reviewAt !== null && Date.parse(reviewAt) <= now.getTime();

/** Lists what is due in a space, the longest due first. */
export async function listDueInSpace(
  ctx: Context,
  spaceId: string,
  page: PageRequest,
): Promise<ListPage<PageFreshness>> {
  await authorizedSpace(ctx, spaceId, 'readContent');
  return paginate<PageFreshness>(ctx, dueInSpaceList(spaceId, ctx.now()), page);
}

/** Lists what is due in the spaces of an organization that the caller may read, also of one owner alone. Throws not_found. */
export async function listDue(
  ctx: Context,
  filter: { readonly organizationId: string; readonly ownerId?: string | null | undefined },
  page: PageRequest,
): Promise<ListPage<PageFreshness>> {
  requireScope(ctx.actor, 'space:content:read');
  await getOrganization(ctx, filter.organizationId);
  return paginate<PageFreshness>(ctx, dueInOrganizationList(ctx.actor, filter, ctx.now()), page);
}

/** Lists what is due of the pages of a user, in all spaces that the caller may read, the longest due first. Throws insufficient_scope. */
export async function listDueOf(ctx: Context, ownerId: string, page: PageRequest): Promise<ListPage<PageFreshness>> {
  requireScope(ctx.actor, 'space:content:read');
  return paginate<PageFreshness>(ctx, dueOfOwnerList(ctx.actor, ownerId, ctx.now()), page);
}

type FreshnessUpdate = z.output<typeof UpdatePageFreshnessInput> & PageReference;

/** Sets who looks after a page, and when it is to be reviewed. Requires the right to edit the space. Makes no revision. */
export async function updatePageFreshness(outer: Context, update: FreshnessUpdate): Promise<PageFreshness> {
  const { owner: ownerId, spaceId } = update;
  return transact(outer, async (ctx) => {
    const { page, space } = await lockEditedPage(ctx, update);
    if (typeof ownerId === 'string') await requireReader(ctx, space, ownerId);
    const reviewAt = instantOf(update.reviewAt);
    const data = {
      ...(ownerId === undefined ? {} : { ownerId }),
      ...(reviewAt === undefined ? {} : { reviewAt, dueAt: reviewAt }),
    };
    const found = await writeFreshness(ctx, { spaceId, pageId: page.id, space, data });
    ctx.emit('page.freshness_updated', subjectOf(space, page), { owner: found.ownerId, reviewAt: found.reviewAt });
    return found;
  });
}

type Verification = z.output<typeof VerifyPageInput> & PageReference;

/** Says that the text of a page is right, and when it is to be reviewed next. Requires the right to edit the space. */
export async function verifyPage(outer: Context, { spaceId, pageId, ...input }: Verification): Promise<PageFreshness> {
  return transact(outer, async (ctx) => {
    const { page, space } = await lockEditedPage(ctx, { spaceId, pageId });
    const now = ctx.now();
    const reviewAt = instantOf(input.reviewAt) ?? null;
    if (reviewAt !== null && Date.parse(reviewAt) <= now.getTime())
      throw invalid('input.reviewAt', 'must be in the future', 'future');
    const data = { reviewAt, dueAt: reviewAt, verifiedAt: now, verifiedById: ctx.actor.userId };
    const found = await writeFreshness(ctx, { spaceId, pageId: page.id, space, data });
    ctx.emit('page.verified', subjectOf(space, page), { reviewAt });
    return found;
  });
}

const instantOf = (given: string | null | undefined) => (typeof given === 'string' ? readInstant(given) : given);

async function getMainPage(ctx: Context, { spaceId, pageId }: PageReference): Promise<Page> {
  const head = await getContent(ctx, spaceId);
  return getPage(ctx, head, unpairId(pageId, [spaceId, head.id]));
}

/** Locks the space first, as moves of pages do: its row is written with that of the page. */
async function lockEditedPage(ctx: Context, reference: PageReference) {
  const space = await lockSpace(ctx, { id: reference.spaceId }, 'editContent');
  return { space, page: await getMainPage(ctx, reference) };
}

/** Throws reference_not_found unless a user is a member who may read the space. */
async function requireReader(ctx: Context, { id, organizationId }: Space, userId: string): Promise<void> {
  const [found] = await listRanks(ctx.sql, organizationId, [{ userId, id }]);
  if ((found?.rank ?? 0) < 1) throw referenceNotFound('input.owner', 'member who may read the space', userId);
}

interface WrittenFreshness extends PageReference {
  readonly space: Space;
  readonly data: Readonly<Record<string, string | Date | null>>;
}

async function writeFreshness(
  ctx: Context,
  { spaceId, pageId, space: { organizationId }, data }: WrittenFreshness,
): Promise<PageFreshness> {
  await ctx.db.pageFreshness.upsert({
    where: { spaceId_pageId: { spaceId, pageId } },
    create: { id: ctx.newId('frs'), organizationId, spaceId, pageId, ...data },
    update: data,
    select: { id: true },
  });
  await renewSpace(ctx.sql, spaceId);
  const found = await ctx.loaders.pageFreshness.load(`${spaceId} ${pageId}`);
  if (found === null) throw new Error(`The freshness of page ${pageId} was not written`);
  return found;
}

const subjectOf = ({ id: spaceId, organizationId }: Space, { id, title }: Page) => ({
  organizationId,
  spaceId,
  id,
  label: title,
});
