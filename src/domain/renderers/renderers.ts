import { paginate } from '../../db/keyset.ts';
import { decrypt } from '../../lib/encryption.ts';
import { notFound } from '../../lib/errors.ts';
import type { Page, PageRequest } from '../../lib/page.ts';
import type { RendererRow } from '../../loaders/renderers.ts';
import type { Context } from '../context.ts';
import type { Job } from '../jobs/jobs.ts';
import { authorizedOrganization, type OrganizationAction } from '../organizations/organizations.ts';
import { deliveriesList, renderersList } from './queries.ts';

/** A renderer of the sites of an organization. Its secret is never shown. */
export type Renderer = Omit<RendererRow, 'sealedSecret'>;

/** A renderer by id. It must belong to the organization, where that is given. */
export interface RendererKey {
  readonly organizationId?: string | null | undefined;
  readonly rendererId: string;
}

/** A renderer. For admins of its organization. Throws not_found, forbidden. */
export const getRenderer = (ctx: Context, key: RendererKey): Promise<Renderer> =>
  authorizedRenderer(ctx, key, 'viewRenderers');

/** The renderer, if the caller may perform the action. Throws not_found, forbidden, insufficient_scope. */
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

/** The renderers of an organization, newest first. For its admins. Throws not_found, forbidden. */
export async function listRenderers(ctx: Context, organizationId: string, page: PageRequest): Promise<Page<Renderer>> {
  await authorizedOrganization(ctx, organizationId, 'viewRenderers');
  return paginate<RendererRow>(ctx, renderersList(organizationId), page);
}

/** Lists the calls to a renderer, newest first. For admins of its organization. Throws not_found, forbidden. */
export async function listDeliveries(ctx: Context, key: RendererKey, page: PageRequest): Promise<Page<Job>> {
  const { id } = await getRenderer(ctx, key);
  return paginate<Job>(ctx, deliveriesList(id), page);
}

/** Owner of the encrypted secret, which binds it to this renderer; see lib/encryption.ts. */
export const secretOwner = (rendererId: string) => `renderer:${rendererId}/secret`;

/** The secret of a renderer, from its stored form. */
export const decryptSecret = (
  { encryptionKey }: Pick<Context, 'encryptionKey'>,
  { id, sealedSecret }: RendererRow,
): string => decrypt(encryptionKey, sealedSecret, secretOwner(id));
