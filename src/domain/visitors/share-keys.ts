import * as z from 'zod';
import type { Visitor } from '../../access/actor.ts';
import { hashOf } from '../../lib/secret-token.ts';
import type { Context } from '../context.ts';
import { findOpenedSite } from './queries.ts';

/**
 * The visitor that a share key admits, without claims. Null for a key that is unknown or revoked, while its site is
 * unpublished or not of visibility `share-link`, and for the token of another organization.
 */
export async function visitorByShareKey(ctx: Context, shareKey: string): Promise<Visitor | null> {
  const opened = await findOpenedSite(ctx.sql, hashOf(shareKey));
  if (opened === null || (ctx.actor.organizationId ?? opened.organizationId) !== opened.organizationId) return null;
  const { siteId, organizationId, shareLinkId } = opened;
  return { siteId, organizationId, admission: { shareLinkId }, claims: {} };
}

/** The key of a share link, as callers give it. */
export const ShareKey = z.string().max(200);
