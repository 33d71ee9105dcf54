import { createOrganization } from '../../domain/organizations/create.ts';
import { EmailDomains, Hostname, maxLogoLength, OrganizationTitle } from '../../domain/organizations/fields.ts';
import { updateOrganization } from '../../domain/organizations/update.ts';
import { httpUrl } from '../../lib/http-url.ts';
import { RoleEnum } from '../access.ts';
import { builder } from '../builder.ts';
import { contractEnum } from '../enums.ts';
import { expectedVersionArg } from '../expected-version.ts';
import { payloadType } from '../payload.ts';
import { mutationResult, Organization } from './organization.ts';

const CreateOrganizationInput = builder.inputType('CreateOrganizationInput', {
  description: 'Fields of a new organization.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'Name of the organization.', validate: OrganizationTitle }),
    emailDomains: t.stringList({
      description:
        'Email domains whose users may join with a verified address and sign in, once `verifyEmailDomain` has proved them.',
      validate: EmailDomains,
    }),
  }),
});

builder.mutationField('createOrganization', (t) =>
  t.field({
    type: payloadType('CreateOrganizationPayload', 'organization', Organization, 'The new organization.'),
    description:
      'Creates an organization whose first admin is the caller. Forbidden for a token that is limited to one organization.',
    args: {
      input: t.arg({ type: CreateOrganizationInput, required: true, description: 'Fields of the new organization.' }),
    },
    resolve: async (_root, { input }, ctx) => ({ organization: mutationResult(await createOrganization(ctx, input)) }),
  }),
);

const DefaultContentTypeEnum = contractEnum('DefaultContentType', 'The kind of default content.', {
  site: 'A site.',
});

const DefaultContentInput = builder.inputType('DefaultContentInput', {
  description: 'The content that visitors of an organization see first.',
  fields: (t) => ({
    type: t.field({ type: DefaultContentTypeEnum, required: true, description: 'Kind of the content.' }),
    site: t.id({ required: true, description: 'Id of the site.' }),
  }),
});

const UpdateOrganizationInput = builder.inputType('UpdateOrganizationInput', {
  description: 'Fields to update; omitted fields stay unchanged.',
  fields: (t) => ({
    title: t.string({ description: 'Name of the organization.', validate: OrganizationTitle }),
    emailDomains: t.stringList({
      description:
        'Email domains whose users may join with a verified address and sign in, once `verifyEmailDomain` has proved them.',
      validate: EmailDomains,
    }),
    hostname: t.string({
      description: 'Default hostname of published content, unique in the installation.',
      validate: Hostname,
    }),
    defaultRole: t.field({ type: RoleEnum, description: 'Role of new members; null makes them guests.' }),
    defaultContent: t.field({
      type: DefaultContentInput,
      description: 'Content that visitors see first; null removes it.',
    }),
    logo: t.string({ description: 'URL of the logo; null removes it.', validate: httpUrl(maxLogoLength) }),
    sso: t.boolean({ description: 'Whether members must sign in with single sign-on.' }),
    ai: t.boolean({ description: 'Whether AI features are enabled.' }),
    inviteLinks: t.boolean({ description: 'Whether invite links can be used.' }),
  }),
});

builder.mutationField('updateOrganization', (t) =>
  t.field({
    type: payloadType('UpdateOrganizationPayload', 'organization', Organization, 'The updated organization.'),
    description:
      'Updates an organization. Organization admins only. Fails with `already_exists` when another organization uses the hostname.',
    args: {
      organizationId: t.arg.id({ required: true }),
      ...expectedVersionArg,
      input: t.arg({ type: UpdateOrganizationInput, required: true, description: 'Fields to update.' }),
    },
    resolve: async (_root, { organizationId: id, expectedVersion, input }, ctx) => ({
      organization: mutationResult(await updateOrganization(ctx, { id, expectedVersion, changes: input })),
    }),
  }),
);
