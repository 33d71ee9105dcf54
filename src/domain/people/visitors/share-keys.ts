import * as z from 'zod';
import type { Visitor } from '../../../access/actor.ts';
import { hashSecret } from '../../../lib/secret-token.ts';
import type { Context } from '../../core/context.ts';
import { findSharedSite } from './queries.ts';

/**
 * Finds the visitor that a share key admits, without claims. Null when the key is unknown or revoked, its site is
 * unpublished or does not have visibility `share-link`, or the caller's token belongs to another organization.
 */
export async function findVisitorByShareKey(ctx: Context, shareKey: string): Promise<Visitor | null> {
  const opened = await findSharedSite(ctx.sql, hashSecret(shareKey));
  if (opened === null || (ctx.actor.organizationId ?? opened.organizationId) !== opened.organizationId) return null;
  const { siteId, organizationId, shareLinkId } = opened;
  return { siteId, organizationId, admission: { shareLinkId }, claims: {} };
}

/** The key of a share link in a request. */
export const ShareKey = z.string().max(200);
