import * as z from 'zod';
import {
  communityTypes,
  organizationTypes,
  useCases,
  type CommunityType,
  type OrganizationType,
  type UseCase,
} from '../../domain/organizations/fields.ts';
import { organizationFlags } from '../../domain/organizations/policy.ts';
import type { OrganizationFragment } from '../__generated__/operations.ts';
import type { Resource } from '../route.ts';
import { given, permissions, RoleOrNull, Timestamp } from '../shared/schemas.ts';

/** Contract 2.14, with what newer clients read beside it (disagreement 29). No plan is ever paid here: decisions 2.10. */
export const Organization = z
  .strictObject({
    object: z.literal('organization'),
    id: z.string(),
    title: z.string().min(2).max(255),
    createdAt: Timestamp,
    emailDomains: z.array(z.string()),
    hostname: z.string().min(3).max(32).optional(),
    type: z.enum(Object.keys(organizationTypes) as [OrganizationType, ...OrganizationType[]]),
    useCase: z.enum(Object.keys(useCases) as [UseCase, ...UseCase[]]).optional(),
    communityType: z.enum(Object.keys(communityTypes) as [CommunityType, ...CommunityType[]]).optional(),
    defaultRole: RoleOrNull,
    defaultContent: z.strictObject({ type: z.literal('site'), site: z.string() }).optional(),
    sso: z.boolean(),
    ai: z.boolean(),
    inviteLinks: z.boolean(),
    plan: z.string(),
    trial: z.strictObject({ status: z.literal('notapplicable') }),
    mergeRules: z.strictObject({ type: z.literal('none') }),
    internal_isOnNewTrial: z.literal(true).optional(),
    urls: z.strictObject({ location: z.string(), app: z.string(), logo: z.string().optional() }),
    permissions: permissions(organizationFlags),
  })
  .meta({ id: 'Organization' });

export const organization: Resource<OrganizationFragment, z.infer<typeof Organization>> = {
  schema: Organization,
  present: (node) => ({
    object: 'organization',
    id: node.id,
    title: node.title,
    createdAt: node.createdAt,
    emailDomains: node.emailDomains,
    hostname: given(node.hostname),
    type: node.type,
    useCase: given(node.useCase),
    communityType: given(node.communityType),
    defaultRole: given(node.defaultRole) ?? null,
    defaultContent: node.defaultSiteId ? { type: 'site', site: node.defaultSiteId } : undefined,
    sso: node.sso,
    ai: node.ai,
    inviteLinks: node.inviteLinks,
    plan: node.plan,
    trial: { status: 'notapplicable' },
    mergeRules: { type: 'none' },
    // Guests see no internal fields: row 101 of the authorisation matrix.
    internal_isOnNewTrial: node.role ? true : undefined,
    urls: { location: node.location, app: node.app, logo: given(node.logo) },
    permissions: node.permissions,
  }),
};

/** Contract 4.11: an answer without the list envelope. */
export const OrganizationsForEmailDomain = z
  .strictObject({ organizations: z.array(Organization) })
  .meta({ id: 'OrganizationsForEmailDomain' });

/** Decisions 2.14. */
export const Subdomain = z
  .strictObject({
    object: z.literal('subdomain'),
    subdomain: z.string(),
    target: z.strictObject({ type: z.literal('organization'), organization: z.string() }),
    isActive: z.literal(true),
  })
  .meta({ id: 'Subdomain' });

export const subdomain: Resource<{ id: string; hostname?: string | null }, z.infer<typeof Subdomain>> = {
  schema: Subdomain,
  present: (node) => ({
    object: 'subdomain',
    subdomain: node.hostname ?? '',
    target: { type: 'organization', organization: node.id },
    isActive: true,
  }),
};
