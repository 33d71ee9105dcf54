import { paginate } from '../../../db/keyset.ts';
import { decrypt } from '../../../lib/encryption.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Page, PageRequest } from '../../../lib/page.ts';
import type { RendererRow } from '../../../loaders/renderers.ts';
import type { Context } from '../../core/context.ts';
import type { Job } from '../../core/jobs/jobs.ts';
import { authorizedOrganization, type OrganizationAction } from '../../people/organizations/organizations.ts';
import { deliveriesList, renderersList } from './queries.ts';

/** A renderer of the sites of an organization, without its secret. */
export type Renderer = Omit<RendererRow, 'sealedSecret'>;

/** Identifies a renderer, in an organization if that is given. */
export interface RendererKey {
  readonly organizationId?: string | null | undefined;
  readonly rendererId: string;
}

/** Gets a renderer. Requires `admin` of its organization. */
export const getRenderer = (ctx: Context, key: RendererKey): Promise<Renderer> =>
  authorizedRenderer(ctx, key, 'viewRenderers');

/** Gets a renderer and authorizes an action on it. */
export async function authorizedRenderer(
  ctx: Context,
  { organizationId, rendererId }: RendererKey,
  action: OrganizationAction,
): Promise<RendererRow> {
  if (organizationId) await authorizedOrganization(ctx, organizationId, action);
  const renderer = await ctx.loaders.renderer.load(rendererId);
  if (renderer === null || (organizationId && renderer.organizationId !== organizationId))
    throw notFound('renderer', rendererId);
  const organization = await ctx.loaders.organization.load(renderer.organizationId);
  if (organization === null || organization.membership === null) throw notFound('renderer', rendererId);
  await authorizedOrganization(ctx, renderer.organizationId, action);
  return renderer;
}

/** Lists the renderers of an organization, newest first. Requires `admin`. */
export async function listRenderers(ctx: Context, organizationId: string, page: PageRequest): Promise<Page<Renderer>> {
  await authorizedOrganization(ctx, organizationId, 'viewRenderers');
  return paginate<RendererRow>(ctx, renderersList(organizationId), page);
}

/** Lists the notifications of a renderer, newest first. Requires `admin` of its organization. */
export async function listDeliveries(ctx: Context, key: RendererKey, page: PageRequest): Promise<Page<Job>> {
  const { id } = await getRenderer(ctx, key);
  return paginate<Job>(ctx, deliveriesList(id), page);
}

/** Binds the encrypted secret to this renderer. See lib/encryption.ts. */
export const secretOwner = (rendererId: string) => `renderer:${rendererId}/secret`;

/** Decrypts the secret of a renderer. */
export const decryptSecret = (
  { encryptionKey }: Pick<Context, 'encryptionKey'>,
  { id, sealedSecret }: RendererRow,
): string => decrypt(encryptionKey, sealedSecret, secretOwner(id));
