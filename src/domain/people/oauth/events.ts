import type { Context } from '../../core/context.ts';
import type { GrantRow } from './queries.ts';

/** Who ended a grant: its person, its client, or the service, to which a code or a refresh token came twice. */
export type EndedBy = 'person' | 'client' | 'reuse';

/** The name and the host of a client, which is what is known of it. */
const labelOf = ({ clientId, clientName }: Pick<GrantRow, 'clientId' | 'clientName'>) =>
  `${clientName} (${new URL(clientId).host})`;

type Subject = Pick<GrantRow, 'id' | 'userId' | 'organizationId' | 'clientId' | 'clientName'>;

/** Emits that a person allowed a client something, when the client takes it up. */
export function emitGranted(ctx: Pick<Context, 'emit'>, grant: Subject & Pick<GrantRow, 'resource' | 'scopes'>): void {
  const { id, userId, organizationId, clientId, resource, scopes } = grant;
  ctx.emit(
    'oauth_grant.created',
    { organizationId, id, label: labelOf(grant), actorId: userId },
    { user: userId, client: clientId, resource, scopes: [...scopes] },
  );
}

/** Ends a grant, and emits it. Call `forgetTokens` after the commit. */
export async function revoke(ctx: Context, grant: Subject, by: EndedBy): Promise<void> {
  const { id, userId, organizationId, clientId } = grant;
  await ctx.db.apiToken.update({ where: { id }, data: { revokedAt: ctx.now() }, select: { id: true } });
  ctx.emit(
    'oauth_grant.revoked',
    { organizationId, id, label: labelOf(grant), ...(by === 'person' ? {} : { actorId: userId }) },
    { user: userId, client: clientId, by },
  );
}
