import type * as z from 'zod';
import { ofOrganization } from '../../core/events/emit.ts';
import { forbidden } from '../../../lib/errors.ts';
import { requireScope } from '../../../access/policy.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { normalizeDomains } from './fields.ts';
import { getOrganization, type Organization } from './organizations.ts';
import type { CreateOrganizationInput } from './inputs.ts';

export type NewOrganization = z.output<typeof CreateOrganizationInput>;

/** Creates an organization whose first admin is the caller. Throws forbidden for a token that is limited to an organization. */
export async function createOrganization(outer: Context, input: NewOrganization): Promise<Organization> {
  requireScope(outer.actor, 'org:write');
  if (outer.actor.organizationId !== null) throw forbidden('create', 'organization');
  return transact(outer, async (ctx) => {
    const id = ctx.newId('org');
    const now = ctx.now();
    await ctx.db.organization.create({
      data: {
        id,
        title: input.title,
        emailDomains: normalizeDomains(input.emailDomains ?? []),
        createdAt: now,
        updatedAt: now,
        members: { create: { userId: ctx.actor.userId, role: 'admin', joinedAt: now } },
      },
    });
    ctx.emit('organization.created', ofOrganization({ id, title: input.title }));
    return getOrganization(ctx, id);
  });
}
