import { ofIntegration } from './events.ts';
import type * as z from 'zod';
import type { Prisma } from '../../../db/generated/client.ts';
import { encrypt } from '../../../lib/encryption.ts';
import { requireSsoSignIn } from '../../../access/policy.ts';
import { failure, invalid, referenceNotFound } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { authorizedOrganization } from '../../people/organizations/organizations.ts';
import { transact } from '../../core/transact.ts';
import { formatPolicy } from './manifest.ts';
import { storeImages } from './images.ts';
import { authorizedIntegration, getIntegration, type Integration } from './integrations.ts';
import { findNameHolder, findOrganizationId } from './queries/integrations.ts';
import { connect, disconnect } from './queries/events.ts';
import { requireSafeTarget } from '../webhooks/target.ts';
import { eventsSecretOwner } from '../webhooks/webhooks.ts';
import type { PublishIntegrationInput } from './inputs.ts';

export type PublishedIntegration = z.output<typeof PublishIntegrationInput> & { readonly name: string };

/**
 * Publishes an integration under a name, or a new version of it. Omitted fields get their defaults, except secrets and
 * images, which are kept. Requires `admin` of the organization. Throws reference_not_found, forbidden,
 * validation_failed; already_exists when another organization has the name.
 */
export async function publishIntegration(outer: Context, input: PublishedIntegration): Promise<Integration> {
  const organizationId = await publishingOrganization(outer, input.organization);
  await findOwnIntegration(outer, input.name, organizationId);
  const images = await storeNewImages(outer, input);
  return transact(outer, async (ctx) => {
    await authorizedOrganization(ctx, organizationId, 'publishIntegration');
    const holder = await findOwnIntegration(ctx, input.name, organizationId);
    const values = { ...valuesOf(input), ...images, updatedAt: ctx.now() };
    if (holder === null) await insert(ctx, { input, organizationId, values });
    else
      await ctx.db.integration.update({
        where: { id: holder.id },
        data: {
          ...values,
          ...eventsAddress(ctx, holder.id, input),
          ...(input.secrets && { secrets: sealSecrets(ctx, holder.id, input.secrets) }),
          version: { increment: 1 },
        },
      });
    await connectInstallations(ctx, input.name);
    const integration = await getIntegration(ctx, input.name);
    ctx.emit('integration.published', ofIntegration(integration));
    return integration;
  });
}

async function publishingOrganization(ctx: Context, idOrHostname: string): Promise<string> {
  const found = await findOrganizationId(ctx.sql, idOrHostname);
  const organization = found && (await ctx.loaders.organization.load(found.id));
  if (!organization || organization.membership === null) {
    if (organization) requireSsoSignIn(ctx.actor, organization.id);
    throw referenceNotFound('input.organization', 'organization', idOrHostname);
  }
  await authorizedOrganization(ctx, organization.id, 'publishIntegration');
  return organization.id;
}

/**
 * Finds the integration with a name. Throws already_exists when it belongs to another organization, without naming
 * that.
 */
async function findOwnIntegration(ctx: Context, name: string, organizationId: string) {
  const holder = await findNameHolder(ctx.sql, name);
  if (holder === null || (holder.organizationId === organizationId && holder.name === name)) return holder;
  throw failure('already_exists', `The name "${name}" is taken`, {
    details: [{ path: 'integrationName', rule: 'unique', message: 'is taken' }],
  });
}

interface NewIntegration {
  readonly input: PublishedIntegration;
  readonly organizationId: string;
  readonly values: ReturnType<typeof valuesOf> & { readonly updatedAt: Date };
}

async function insert(ctx: Context, { input, organizationId, values }: NewIntegration): Promise<void> {
  const id = ctx.newId('intg');
  const userId = ctx.newId('usr');
  const createdAt = ctx.now();
  await ctx.db.user.create({ data: { id: userId, displayName: input.title, createdAt } });
  await ctx.db.integration.create({
    data: {
      ...values,
      id,
      name: input.name,
      organizationId,
      userId,
      createdAt,
      ...eventsAddress(ctx, id, input),
      secrets: sealSecrets(ctx, id, input.secrets ?? {}),
    },
  });
}

/** Stores new images. Omitted images are kept. */
async function storeNewImages(ctx: Context, { icon, previewImages }: PublishedIntegration) {
  const previews = (previewImages ?? []).map((base64, index) => ({ path: `input.previewImages.${index}`, base64 }));
  const given = icon ? [{ path: 'input.icon', base64: icon }, ...previews] : previews;
  const hashes = await storeImages(ctx, given);
  return {
    ...(icon === undefined ? {} : { iconHash: icon ? (hashes[0] ?? null) : null }),
    ...(previewImages === undefined ? {} : { previewHashes: hashes.slice(icon ? 1 : 0) }),
  };
}

const valuesOf = (input: PublishedIntegration) => ({
  title: input.title,
  description: input.description,
  script: input.script,
  runtime: input.runtime ?? 'v1',
  summary: input.summary ?? null,
  visibility: input.visibility ?? 'private',
  target: input.target ?? 'all',
  scopes: [...new Set(input.scopes)],
  categories: [...new Set(input.categories)],
  blocks: json(input.blocks ?? []),
  contentSources: json(input.contentSources ?? []),
  externalLinks: json(input.externalLinks ?? []),
  configurations: json(input.configurations ?? {}),
  contentSecurityPolicy: input.contentSecurityPolicy ? formatPolicy(input.contentSecurityPolicy) : null,
});

const json = (value: unknown) => value as Prisma.InputJsonValue;

/** Encrypts secrets by name. */
const sealSecrets = ({ encryptionKey }: Context, id: string, secrets: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(secrets).map(([name, value]) => [name, encrypt(encryptionKey, value, `integration:${id}/${name}`)]),
  );

/** The columns of where installations are sent events. What is omitted is kept. */
function eventsAddress(ctx: Context, id: string, { eventsURL, eventsSecret }: PublishedIntegration) {
  if (eventsURL) requireSafeTarget(ctx, eventsURL, 'input.eventsURL');
  return {
    ...(eventsURL === undefined ? {} : { eventsUrl: eventsURL }),
    ...(eventsSecret ? { sealedEventsSecret: encrypt(ctx.encryptionKey, eventsSecret, eventsSecretOwner(id)) } : {}),
  };
}

/** Tells the installations of an integration of events from now on, or no longer. Throws validation_failed without a secret. */
async function connectInstallations(ctx: Context, name: string): Promise<void> {
  const { id, eventsUrl, sealedEventsSecret } = await ctx.db.integration.findUniqueOrThrow({
    where: { name },
    select: { id: true, eventsUrl: true, sealedEventsSecret: true },
  });
  if (eventsUrl === null) return disconnect(ctx.sql, id);
  if (sealedEventsSecret === null)
    throw invalid('input.eventsSecret', 'is required with an address for events', 'requires');
  await connect(ctx.sql, { integrationId: id, installationId: null, now: ctx.now() });
}

interface DeletedIntegration {
  readonly id: string;
  readonly ownerId: string;
}

/** Deletes an integration with its installations and their tokens. Requires `admin` of the owner organization. */
export async function unpublishIntegration(outer: Context, name: string): Promise<DeletedIntegration> {
  const deleted = await transact(outer, async (ctx) => {
    const integration = await authorizedIntegration(ctx, name, 'admin');
    await disconnect(ctx.sql, integration.id);
    await ctx.db.integration.delete({ where: { id: integration.id } });
    ctx.emit('integration.unpublished', ofIntegration(integration));
    return { id: integration.id, ownerId: integration.organizationId };
  });
  outer.forgetTokens();
  return deleted;
}
