import type * as z from 'zod';
import { invalid } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { requireVersion, type Expected } from '../../core/locks.ts';
import { keepAdminWhoCanSignIn } from '../organizations/admins.ts';
import { authorizedOrganization, lockOrganization } from '../organizations/organizations.ts';
import {
  changedProvider,
  deleteProvider,
  refuseLastProvider,
  refuseProviderBeyondLimit,
  requireDefaultTeam,
} from '../providers/change.ts';
import type { ProviderKey } from '../providers/providers.ts';
import { parseText } from '../../core/parse-text.ts';
import { transact } from '../../core/transact.ts';
import { Certificates, EntityId, SsoUrl } from './fields.ts';
import { getSamlProvider, isComplete, providerOf, type SamlProvider } from './providers.ts';
import { readMetadata, type MetadataFacts } from './read-metadata.ts';
import { consequencesOf } from './consequences.ts';
import { createServiceKey } from './service-key.ts';
import type { UpdateSamlProviderInput } from './inputs.ts';

/** Fields of a provider to set. Omitted fields stay unchanged; null clears optional fields. */
export type ProviderChanges = z.output<typeof UpdateSamlProviderInput>;

export type NewProvider = ProviderChanges & { readonly organizationId: string; readonly label: string };

/**
 * Creates a SAML provider. The default role defaults to that of the organization. Requires `admin`. Throws
 * reference_not_found for a team of another organization; invalid_state beyond the limit.
 */
export async function createSamlProvider(outer: Context, input: NewProvider): Promise<SamlProvider> {
  const { organizationId, label } = input;
  await authorizedOrganization(outer, organizationId, 'manageSamlProviders');
  const columns = await toColumns(outer, input);
  const id = outer.newId('saml');
  const key = await createServiceKey(outer, id);
  return transact(outer, async (ctx) => {
    const { defaultRole } = await lockOrganization(ctx, organizationId, 'manageSamlProviders');
    await refuseProviderBeyondLimit(ctx, organizationId);
    await requireDefaultTeam(ctx, organizationId, columns.common.defaultTeamId);
    const active = isComplete({ ...noSettings, ...columns.saml });
    const common = { defaultRole, ...columns.common, label, active, createdAt: ctx.now() };
    await ctx.db.loginProvider.create({ data: { id, organizationId, kind: 'saml', ...common } });
    await ctx.db.samlProvider.create({ data: { id, ...columns.saml, ...key } });
    ctx.emit('saml_provider.created', { organizationId, id, label });
    return getSamlProvider(ctx, { organizationId, providerId: id });
  });
}

interface ProviderUpdate extends Expected {
  readonly provider: ProviderKey;
}

/**
 * Updates a SAML provider without ending sessions. Requires `admin`. Throws as `createSamlProvider`, and
 * precondition_failed; invalid_state for a change that might keep everybody out.
 */
export async function updateSamlProvider(
  outer: Context,
  { provider: key, expectedVersion, changes }: ProviderUpdate & { readonly changes: ProviderChanges },
): Promise<SamlProvider> {
  const { organizationId, providerId } = key;
  await authorizedOrganization(outer, organizationId, 'manageSamlProviders');
  const columns = await toColumns(outer, changes);
  return transact(outer, async (ctx) => {
    const { sso } = await lockOrganization(ctx, organizationId, 'manageSamlProviders');
    const provider = await providerOf(ctx, key);
    requireVersion(provider.version, expectedVersion);
    if (Object.keys({ ...columns.common, ...columns.saml }).length === 0) return provider;
    await requireDefaultTeam(ctx, organizationId, columns.common.defaultTeamId);
    const active = isComplete({ ...provider, ...columns.saml });
    const { mayKeepOut, isUseless } = consequencesOf(provider, columns.saml, ctx.now());
    if (sso && (!active || (mayKeepOut && provider.provenAt !== null && !isUseless)))
      await refuseLastProvider(ctx, key);
    const write = async () => {
      const where = { id: providerId };
      await ctx.db.samlProvider.update({ where, data: columns.saml });
      const data = { ...columns.common, active, ...changedProvider(mayKeepOut) };
      await ctx.db.loginProvider.update({ where, data });
    };
    await (isUseless ? write() : keepAdminWhoCanSignIn(ctx, { organizationId, type: 'invalid_state' }, write));
    ctx.emit('saml_provider.updated', { organizationId, id: providerId, label: provider.label });
    return getSamlProvider(ctx, key);
  });
}

/**
 * Deletes a SAML provider and ends the sessions created through it. Requires `admin`. Throws precondition_failed;
 * invalid_state for the last provider of an organization that requires SSO.
 */
export async function deleteSamlProvider(
  outer: Context,
  { provider: key, expectedVersion }: ProviderUpdate,
): Promise<void> {
  await transact(outer, async (ctx) => {
    const { sso } = await lockOrganization(ctx, key.organizationId, 'manageSamlProviders');
    const provider = await providerOf(ctx, key);
    requireVersion(provider.version, expectedVersion);
    if (sso) await refuseLastProvider(ctx, key);
    const { organizationId } = key;
    await keepAdminWhoCanSignIn(ctx, { organizationId, type: 'invalid_state' }, () =>
      deleteProvider(ctx, key.providerId),
    );
    ctx.emit('saml_provider.deleted', { organizationId, id: key.providerId, label: provider.label });
  });
  outer.forgetTokens();
}

const noSettings = { entityID: null, ssoURL: null, certificate: null };

/** Columns that a request sets, by table: explicit fields, then fields of the metadata. */
async function toColumns(ctx: Context, changes: ProviderChanges) {
  const metadata = changes.metadata ? await metadataOf(ctx, changes.metadata) : null;
  const { label, defaultTeam: defaultTeamId, defaultRole, signRequests = metadata?.signRequests } = changes;
  const { entityID = metadata?.entityID, ssoURL = metadata?.ssoURL, certificate = metadata?.certificate } = changes;
  const saml = {
    ...(entityID === undefined ? {} : { entityID: entityID || null }),
    ...(ssoURL === undefined
      ? {}
      : { ssoURL, ssoBinding: ssoURL === metadata?.ssoURL ? metadata.ssoBinding : 'redirect' }),
    ...(certificate === undefined ? {} : { certificate }),
    ...(typeof signRequests === 'boolean' ? { signRequests } : {}),
  };
  const common = {
    ...(label ? { label } : {}),
    ...(defaultTeamId === undefined ? {} : { defaultTeamId }),
    ...(defaultRole === undefined ? {} : { defaultRole }),
  };
  return { common, saml };
}

const metadataTask = { name: 'readMetadata', run: readMetadata };

/** Reads a metadata document. Its values must satisfy the limits of the fields. Throws validation_failed. */
async function metadataOf(ctx: Context, xml: string): Promise<MetadataFacts> {
  const outcome = await parseText(ctx, metadataTask, [xml, ctx.now().getTime()]);
  if ('problem' in outcome)
    throw invalid('input.metadata', `input.metadata: cannot be used, because ${outcome.problem}`);
  const checks = [
    ['entity id', EntityId, outcome.value.entityID],
    ['sign-in URL', SsoUrl, outcome.value.ssoURL],
    ['certificate', Certificates, outcome.value.certificate],
  ] as const;
  for (const [what, schema, value] of checks) {
    const problem = schema.safeParse(value).error?.issues[0]?.message;
    if (problem !== undefined) throw invalid('input.metadata', `input.metadata: its ${what} ${problem}`);
  }
  return outcome.value;
}
