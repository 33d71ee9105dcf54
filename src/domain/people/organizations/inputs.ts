import * as z from 'zod';
import { Role } from '../../../access/role-forms.ts';
import { Id, inputForm, omittable } from '../../../lib/form-types.ts';
import { httpUrl } from '../../../lib/http-url.ts';
import { DefaultContentType, EmailDomains, Hostname, OrganizationTitle, maxLogoLength } from './fields.ts';

const emailDomainsMeaning =
  'Email domains whose users may join with a verified address and sign in, once `verifyEmailDomain` has proved them.';

export const CreateOrganizationInput = inputForm('CreateOrganization', 'Fields of a new organization.', {
  title: OrganizationTitle.describe('Name of the organization.'),
  emailDomains: EmailDomains.apply(omittable).describe(emailDomainsMeaning),
});

const DefaultContentInput = inputForm('DefaultContent', 'The content that visitors of an organization see first.', {
  type: DefaultContentType.describe('Kind of the content.'),
  site: Id.describe('Id of a site of the organization.'),
});

export const UpdateOrganizationInput = inputForm(
  'UpdateOrganization',
  'Fields to update; omitted fields stay unchanged.',
  {
    title: OrganizationTitle.optional().describe('Name of the organization.'),
    emailDomains: EmailDomains.optional().describe(emailDomainsMeaning),
    hostname: Hostname.optional().describe('Default hostname of published content, unique in the installation.'),
    defaultRole: Role.nullish().describe('Role of new members; null makes them guests.'),
    defaultContent: DefaultContentInput.nullish().describe('Content that visitors see first; null removes it.'),
    logo: httpUrl(maxLogoLength).nullish().describe('URL of the logo; null removes it.'),
    sso: z
      .boolean()
      .optional()
      .describe(
        'Whether members must sign in with single sign-on. An admin must have signed in by a provider since its last change.',
      ),
    ai: z.boolean().optional().describe('Whether AI features are enabled.'),
    inviteLinks: z.boolean().optional().describe('Whether invite links can be used.'),
  },
);
