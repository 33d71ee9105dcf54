import { paginate } from '../../db/keyset.ts';
import { raw, sql } from '../../db/sql.ts';
import { DomainError, notFound } from '../../lib/errors.ts';
import type { Page, PageRequest } from '../../lib/page.ts';
import type { GrantRow } from '../../loaders/grants.ts';
import type { Context } from '../context.ts';
import { grantTarget, type ContentReference } from './target.ts';

export type Grant = GrantRow;

export type Holder = 'user' | 'team';

interface GrantList extends ContentReference {
  /** Only grants of users, or only of teams; null for both. */
  readonly holder: Holder | null;
}

const held = { user: raw('g."userId" is not null'), team: raw('g."teamId" is not null') } as const;

/** The grants on a space or collection itself, newest first. Needs admin on it. */
export async function listGrants(
  ctx: Context,
  { holder, ...content }: GrantList,
  page: PageRequest,
): Promise<Page<Grant>> {
  const { on } = await grantTarget(ctx, content, 'viewGrants');
  return paginate<Grant>(
    ctx,
    {
      name: 'grants',
      filters: [on, holder],
      select: raw('g.*'),
      from: raw('from grants g'),
      where: [
        'spaceId' in on ? sql`g."spaceId" = ${on.spaceId}` : sql`g."collectionId" = ${on.collectionId}`,
        holder && held[holder],
      ],
      sort: { by: 'g."createdAt"', type: 'timestamptz', id: 'g.id' },
      direction: 'desc',
    },
    page,
  );
}

/** A grant by id, for the admins of what it is on. Throws not_found to everybody else. */
export async function getGrant(ctx: Context, id: string): Promise<Grant> {
  const grant = await ctx.loaders.grant.load(id);
  if (grant === null) throw notFound('grant', id);
  try {
    await grantTarget(ctx, grant, 'viewGrants');
    return grant;
  } catch (error) {
    const hidden = error instanceof DomainError && (error.type === 'not_found' || error.type === 'forbidden');
    throw hidden ? notFound('grant', id) : error;
  }
}
