import * as z from 'zod';
import { choice } from '../../../lib/form-types.ts';
import { notBlank } from '../../../lib/not-blank.ts';

export const OrganizationTitle = z
  .string()
  .min(2, { abort: true })
  .max(255)
  .refine(...notBlank);

/** One label of a domain name. */
export const Hostname = z
  .string()
  .min(3)
  .max(32)
  .regex(
    /^[a-z0-9][a-z0-9-]*[a-z0-9]$/i,
    'must consist of letters, digits and hyphens, and must not begin or end with a hyphen',
  );

/** A domain name such as `example.org`, within the limits of RFC 1035. */
export const EmailDomainName = z
  .string()
  .max(253)
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/i, 'must be a domain name');

export const EmailDomains = z.array(EmailDomainName).max(100);

/** How an organization proved an email domain. */
export const domainProofs = {
  dns: 'By a TXT record in the DNS of the domain.',
  operator: 'An operator of the installation confirmed it.',
} as const;
export type DomainProof = keyof typeof domainProofs;

/** Maximum length of the URL of a logo. */
export const maxLogoLength = 2_048;

export const organizationTypes = {
  business: 'A company or a team.',
  community: 'A community or a non-profit.',
} as const;
export type OrganizationType = keyof typeof organizationTypes;

export const useCases = {
  internalDocs: 'Internal documentation.',
  docsSite: 'A documentation site.',
  audienceControlledSite: 'A site for a restricted audience.',
  productDocs: 'Product documentation.',
  teamKnowledgeBase: 'The knowledge base of a team.',
  designSystem: 'A design system.',
  openSourceDocs: 'Documentation of open source software.',
  notes: 'Notes.',
  other: 'Any other use.',
} as const;
export type UseCase = keyof typeof useCases;

export const communityTypes = {
  nonProfit: 'A non-profit.',
  openSource: 'An open source project.',
  education: 'A school or university.',
} as const;
export type CommunityType = keyof typeof communityTypes;

/** Normalizes domains to lower case and removes duplicates, for storage. */
export const normalizeDomains = (domains: readonly string[]): string[] => [
  ...new Set(domains.map((domain) => domain.toLowerCase())),
];

export const DefaultContentType = choice('DefaultContentType', 'The kind of default content.', {
  site: 'A site.',
});
