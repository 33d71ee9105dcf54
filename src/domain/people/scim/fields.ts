import * as z from 'zod';

/** The schemas that messages and resources name. */
export const scimSchemas = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
  config: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  resourceType: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
} as const;

/** Largest page of users or groups, which is also the one without `count`. */
export const maxScimPage = 100;

/** Maximum number of operations in one request. */
export const maxOperations = 1_000;

/** Maximum number of members of a group. */
export const maxGroupMembers = 10_000;

/** Maximum length of a filter and of a path, in characters, and of the comparisons in one. */
export const maxFilterLength = 1_000;
export const maxComparisons = 10;

const Text = z.string().max(256);

const Name = z.object({
  formatted: Text.optional(),
  givenName: Text.optional(),
  familyName: Text.optional(),
});

const Address = z.object({
  value: z.string().max(254).optional(),
  type: Text.optional(),
  primary: z.boolean().optional(),
});

/** What a provider says of a user. Attributes that are not here are accepted and not kept. */
export const ScimUserValues = z.object({
  userName: Text.min(1),
  externalId: Text.nullable(),
  active: z.boolean(),
  displayName: Text.nullable(),
  name: Name.nullable(),
  emails: z.array(Address).max(20),
});
export type ScimUserValues = z.output<typeof ScimUserValues>;

/** What a provider says of a group, besides its members. */
export const ScimGroupValues = z.object({
  displayName: Text.min(1),
  externalId: Text.nullable(),
});
export type ScimGroupValues = z.output<typeof ScimGroupValues>;
