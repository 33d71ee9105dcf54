import {
  listEmailDomains,
  verifyEmailDomain,
  type EmailDomain as EmailDomainModel,
} from '../../../domain/people/organizations/email-domains.ts';
import { domainProofs, EmailDomainName } from '../../../domain/people/organizations/fields.ts';
import { builder } from '../../builder.ts';
import { contractEnum } from '../../enums.ts';
import { mutation } from '../../mutation.ts';
import { shows } from '../../payload.ts';
import { Organization } from './organization.ts';

const EmailDomainProofEnum = contractEnum(
  'EmailDomainProof',
  'How an organization proved an email domain.',
  domainProofs,
);

const EmailDomain = builder.objectRef<EmailDomainModel>('EmailDomain').implement({
  description: 'An email domain that an organization lists, with the DNS record that proves it.',
  fields: (t) => ({
    domain: t.exposeString('domain', { description: 'The domain, such as `example.org`.' }),
    verified: t.boolean({
      description: 'Whether the organization has proved the domain, so that its users may join and sign in.',
      resolve: ({ verifiedAt }) => verifiedAt !== null,
    }),
    recordName: t.exposeString('recordName', { description: 'Name of the TXT record to create.' }),
    recordValue: t.exposeString('recordValue', { description: 'Value of the TXT record.' }),
    verifiedAt: t.expose('verifiedAt', { type: 'DateTime', nullable: true, description: 'When it was proved.' }),
    verifiedBy: t.expose('verifiedBy', {
      type: EmailDomainProofEnum,
      nullable: true,
      description: 'How it was proved; null until then.',
    }),
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization that lists the domain.' }),
  }),
});

builder.objectField(Organization, 'emailDomainProofs', (t) =>
  t.field({
    type: [EmailDomain],
    description:
      'The email domains of the organization with the records that prove them, at most 100, in the order of `emailDomains`. Organization admins only.',
    resolve: ({ id }, _args, ctx) => listEmailDomains(ctx, id),
  }),
);

mutation('verifyEmailDomain', {
  description:
    'Asks DNS for the record that proves an email domain of an organization. Refused without the record, and while another organization proves the domain. Organization admins only.',
  args: builder.args((t) => ({
    organizationId: t.id({ required: true }),
    emailDomain: t.string({
      required: true,
      description: 'One of the `emailDomains` of the organization.',
      validate: EmailDomainName,
    }),
  })),
  payload: shows('emailDomain', EmailDomain, 'The proved domain.'),
  resolve: (ctx, key) => verifyEmailDomain(ctx, key),
});
