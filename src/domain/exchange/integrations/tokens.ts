import { ofInstallation, ofIntegration } from './events.ts';
import { failure } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { issueToken } from '../../people/tokens/issue.ts';
import { transact } from '../../core/transact.ts';
import { installationTokenMs } from './fields.ts';
import { lockInstallation, type InstallationKey } from './installations.ts';
import { authorizedIntegration } from './integrations.ts';
import { revokeIntegrationTokens } from './queries/integrations.ts';

/** Creates a token of the integration itself, valid until it is revoked. Requires `admin` of the owner organization. */
export function createIntegrationToken(outer: Context, name: string): Promise<string> {
  return transact(outer, async (ctx) => {
    const integration = await authorizedIntegration(ctx, name, 'admin');
    const { id, userId, organizationId } = integration;
    const { secret } = await issueToken(ctx, {
      userId,
      kind: 'integration',
      name,
      scopes: [],
      organizationId,
      expiresAt: null,
      integrationId: id,
    });
    ctx.emit('integration_token.created', ofIntegration(integration));
    return secret;
  });
}

/**
 * Revokes all tokens of the integration itself and returns their number. Requires `admin` of the owner organization.
 */
export async function revokeAllIntegrationTokens(outer: Context, name: string): Promise<number> {
  const revoked = await transact(outer, async (ctx) => {
    const integration = await authorizedIntegration(ctx, name, 'admin');
    ctx.emit('integration_token.revoked', ofIntegration(integration));
    return revokeIntegrationTokens(ctx.sql, integration.id, ctx.now());
  });
  outer.forgetTokens();
  return revoked.length;
}

/**
 * Creates a token of an installation, valid for one hour. Allowed to the integration and to admins of the
 * installation's organization. Throws invalid_state for a paused installation.
 */
export function createInstallationToken(outer: Context, key: InstallationKey): Promise<string> {
  return transact(outer, async (ctx) => {
    const installation = await lockInstallation(ctx, key, 'createToken');
    if (installation.paused) throw failure('invalid_state', 'The installation is paused');
    const integration = await ctx.loaders.integration.load(installation.integrationId);
    if (integration === null) throw new Error(`The integration of ${installation.id} does not exist`);
    const { secret } = await issueToken(ctx, {
      userId: integration.userId,
      kind: 'installation',
      name: integration.name,
      scopes: [],
      organizationId: installation.organizationId,
      expiresAt: new Date(ctx.now().getTime() + installationTokenMs),
      installationId: installation.id,
    });
    ctx.emit('installation_token.created', ofInstallation(installation), { integration: integration.id });
    return secret;
  });
}
