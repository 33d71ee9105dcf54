import { requireScope } from '../../../access/policy.ts';
import { forbidden, invalid, referenceNotFound } from '../../../lib/errors.ts';
import { findCollection } from '../../authoring/collections/collections.ts';
import { findSpace } from '../../authoring/spaces/spaces.ts';
import type { Context } from '../../core/context.ts';
import { authorizedOrganization } from '../../people/organizations/organizations.ts';
import { findSite } from '../../publishing/sites/sites.ts';
import type { WebhookPlace } from './places.ts';

interface GivenPlace {
  readonly organizationId: string;
  readonly spaceId?: string | undefined;
  readonly collectionId?: string | undefined;
  readonly siteId?: string | undefined;
}

/**
 * Authorizes the caller as an admin of what a new webhook is to belong to. Throws forbidden, reference_not_found;
 * validation_failed for more than one place.
 */
export async function authorizedPlace(ctx: Context, input: GivenPlace): Promise<WebhookPlace> {
  const { organizationId, spaceId = null, collectionId = null, siteId = null } = input;
  const named = [
    { kind: 'space', field: 'input.spaceId', id: spaceId, find: findSpace },
    { kind: 'collection', field: 'input.collectionId', id: collectionId, find: findCollection },
    { kind: 'site', field: 'input.siteId', id: siteId, find: findSite },
  ].flatMap(({ id, ...place }) => (id === null ? [] : [{ ...place, id }]));
  const [first, second] = named;
  if (second) throw invalid(second.field, 'must not be given together with another place', 'exclusive');
  requireScope(ctx.actor, 'org:write');
  if (!first) await authorizedOrganization(ctx, organizationId, 'manageWebhooks');
  else {
    const place = await first.find(ctx, first.id);
    if (place?.organizationId !== organizationId) throw referenceNotFound(first.field, first.kind, first.id);
    if (place.role !== 'admin') throw forbidden('manageWebhooks', first.kind);
  }
  return { organizationId, spaceId, collectionId, siteId };
}
