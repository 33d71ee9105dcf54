import type { Scope } from '../../../../access/scopes.ts';
import type { GitConnectionRow } from '../../../../loaders/git.ts';
import { actingAs } from '../../../core/acting.ts';
import type { Context } from '../../../core/context.ts';

/** What a sync reads and writes. */
const scopes: ReadonlySet<Scope> = new Set<Scope>([
  'space:read',
  'space:content:read',
  'space:content:write',
  'space:change-requests:read',
  'space:change-requests:write',
  'space:change-requests:merge',
]);

/** A context in which the service user of a connection acts, on its space alone. */
export const asConnection = (
  ctx: Context,
  { id, userId, organizationId, spaceId }: Pick<GitConnectionRow, 'id' | 'userId' | 'organizationId' | 'spaceId'>,
): Context =>
  actingAs(ctx, {
    userId,
    tokenId: id,
    scopes,
    organizationId,
    isInstanceAdmin: false,
    gitSync: { organizationId, spaceId },
  });
