import type { Context } from '../../core/context.ts';
import { listOrganizationIdsOf } from '../passkeys/queries.ts';
import type { SessionRow } from './queries.ts';

/** Emits that a session was ended, in the organizations that it reached. */
export async function emitOfSession(ctx: Context, { id, userId, organizationId, ...session }: SessionRow) {
  const { providerId, providerLabel } = session;
  const provider = providerId === null ? {} : { provider: providerId };
  const reached = organizationId === null ? await listOrganizationIdsOf(ctx.sql, userId) : [organizationId];
  for (const one of reached)
    ctx.emit('session.revoked', { organizationId: one, id, label: providerLabel }, { user: userId, ...provider });
}
