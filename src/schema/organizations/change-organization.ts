import { createOrganization } from '../../domain/organizations/create.ts';
import { EmailDomains, Hostname, maxLogoLength, OrganizationTitle } from '../../domain/organizations/fields.ts';
import { updateOrganization } from '../../domain/organizations/update.ts';
import { httpUrl } from '../../lib/http-url.ts';
import { RoleEnum } from '../access.ts';
import { builder } from '../builder.ts';
import { contractEnum } from '../enums.ts';
import { expectedVersionArg } from '../expected-version.ts';
import { payloadType } from '../payload.ts';
import { answered, Organization } from './organization.ts';

const CreateOrganizationInput = builder.inputType('CreateOrganizationInput', {
  description: 'A new organization.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'Name of the organization.', validate: OrganizationTitle }),
    emailDomains: t.stringList({
      description: 'Whoever has a verified address in one of them may join.',
      validate: EmailDomains,
    }),
  }),
});

builder.mutationField('createOrganization', (t) =>
  t.field({
    type: payloadType('CreateOrganizationPayload', 'organization', Organization, 'The new organization.'),
    description: 'Creates an organization; the caller becomes its first admin.',
    args: { input: t.arg({ type: CreateOrganizationInput, required: true, description: 'The new organization.' }) },
    resolve: async (_root, { input }, ctx) => ({ organization: answered(await createOrganization(ctx, input)) }),
  }),
);

const DefaultContentTypeEnum = contractEnum('DefaultContentType', 'What default content can be.', {
  site: 'A site.',
});

const DefaultContentInput = builder.inputType('DefaultContentInput', {
  description: 'What visitors of an organization see first.',
  fields: (t) => ({
    type: t.field({ type: DefaultContentTypeEnum, required: true, description: 'What it is.' }),
    site: t.id({ required: true, description: 'Id of the site.' }),
  }),
});

const UpdateOrganizationInput = builder.inputType('UpdateOrganizationInput', {
  description: 'Changes of an organization; what is omitted stays.',
  fields: (t) => ({
    title: t.string({ description: 'Name of the organization.', validate: OrganizationTitle }),
    emailDomains: t.stringList({
      description: 'Whoever has a verified address in one of them may join.',
      validate: EmailDomains,
    }),
    hostname: t.string({ description: 'Default hostname of public content; unique.', validate: Hostname }),
    defaultRole: t.field({ type: RoleEnum, description: 'Role of new members; null for guests.' }),
    defaultContent: t.field({ type: DefaultContentInput, description: 'Its default content; null for none.' }),
    logo: t.string({ description: 'URL of its logo; null for none.', validate: httpUrl(maxLogoLength) }),
    sso: t.boolean({ description: 'Whether SSO is enforced.' }),
    ai: t.boolean({ description: 'Whether AI features are enabled.' }),
    inviteLinks: t.boolean({ description: 'Whether invite links work.' }),
  }),
});

builder.mutationField('updateOrganization', (t) =>
  t.field({
    type: payloadType('UpdateOrganizationPayload', 'organization', Organization, 'The organization as it is now.'),
    description: 'Changes an organization; for admins.',
    args: {
      organizationId: t.arg.id({ required: true, description: 'Id of the organization.' }),
      ...expectedVersionArg,
      input: t.arg({ type: UpdateOrganizationInput, required: true, description: 'What changes.' }),
    },
    resolve: async (_root, { organizationId: id, expectedVersion, input }, ctx) => ({
      organization: answered(await updateOrganization(ctx, { id, expectedVersion, changes: input })),
    }),
  }),
);
