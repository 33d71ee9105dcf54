import { maxScimPage, scimSchemas } from './fields.ts';

interface Attribute {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'complex' | 'reference';
  readonly description: string;
  readonly required?: boolean;
  readonly multiValued?: boolean;
  readonly caseExact?: boolean;
  readonly uniqueness?: 'none' | 'server';
  readonly returned?: 'default' | 'request';
  readonly subAttributes?: readonly Attribute[];
}

/** An attribute with all that the standard wants to be said of it. */
const full = ({ subAttributes, ...attribute }: Attribute): object => ({
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...attribute,
  ...(subAttributes && { subAttributes: subAttributes.map(full) }),
});

const userAttributes: readonly Attribute[] = [
  {
    name: 'userName',
    type: 'string',
    description: 'Name of the user at the provider.',
    required: true,
    uniqueness: 'server',
  },
  { name: 'displayName', type: 'string', description: 'Name by which others see the user.' },
  {
    name: 'name',
    type: 'complex',
    description: 'Parts of the name, used where there is no displayName.',
    subAttributes: [
      { name: 'formatted', type: 'string', description: 'The whole name.' },
      { name: 'givenName', type: 'string', description: 'First name.' },
      { name: 'familyName', type: 'string', description: 'Last name.' },
    ],
  },
  {
    name: 'emails',
    type: 'complex',
    multiValued: true,
    description: 'Addresses. The primary one, or that of work, is the one of the user.',
    subAttributes: [
      { name: 'value', type: 'string', description: 'The address.' },
      { name: 'type', type: 'string', description: 'Kind of the address, such as work.' },
      { name: 'primary', type: 'boolean', description: 'Whether it is the one of the user.' },
    ],
  },
  { name: 'active', type: 'boolean', description: 'Whether the user may use the organization.' },
];

const groupAttributes: readonly Attribute[] = [
  { name: 'displayName', type: 'string', description: 'Name of the team.', required: true, uniqueness: 'server' },
  {
    name: 'members',
    type: 'complex',
    multiValued: true,
    returned: 'request',
    description: 'Users in the team. Lists leave them out.',
    subAttributes: [
      { name: 'value', type: 'string', description: 'Id of the user.', caseExact: true },
      { name: 'display', type: 'string', description: 'userName of the user.' },
      { name: 'type', type: 'string', description: 'User.' },
      { name: '$ref', type: 'reference', description: 'Address of the user.' },
    ],
  },
];

const kinds = [
  { name: 'User', schema: scimSchemas.user, attributes: userAttributes },
  { name: 'Group', schema: scimSchemas.group, attributes: groupAttributes },
] as const;

/** The documents by which a client finds out what is supported, by their names in addresses. `base` is that of the provider. */
export const discovery = (
  base: string,
): Readonly<Record<string, { readonly one: object } | { readonly many: readonly Named[] }>> => ({
  ServiceProviderConfig: {
    one: {
      schemas: [scimSchemas.config],
      patch: { supported: true },
      bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
      filter: { supported: true, maxResults: maxScimPage },
      changePassword: { supported: false },
      sort: { supported: false },
      etag: { supported: true },
      authenticationSchemes: [
        {
          type: 'oauthbearertoken',
          name: 'Bearer token',
          description: 'The token that an admin of the organization has made for the provider.',
          primary: true,
        },
      ],
      meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
    },
  },
  ResourceTypes: {
    many: kinds.map(({ name, schema }) => ({
      schemas: [scimSchemas.resourceType],
      id: name,
      name,
      endpoint: `/${name}s`,
      schema,
      meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
    })),
  },
  Schemas: {
    many: kinds.map(({ name, schema, attributes }) => ({
      schemas: [scimSchemas.schema],
      id: schema,
      name,
      description: `A ${name.toLowerCase()} of the provider.`,
      attributes: attributes.map(full),
      meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema}` },
    })),
  },
});

interface Named {
  readonly id: string;
}
