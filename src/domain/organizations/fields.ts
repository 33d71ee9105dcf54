import * as z from 'zod';

/** Contract 2.14. */
export const OrganizationTitle = z.string().min(2).max(255);

/** Contract 2.14: 3 to 32; the letters, digits and hyphens of a name in a domain. */
export const Hostname = z
  .string()
  .min(3)
  .max(32)
  .regex(
    /^[a-z0-9][a-z0-9-]*[a-z0-9]$/i,
    'must be letters, digits and hyphens, and begin and end with none of the last',
  );

/** A domain name such as `example.org`. RFC 1035 limits. */
const EmailDomain = z
  .string()
  .max(253)
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/i, 'must be a domain name');

export const EmailDomains = z.array(EmailDomain).max(100);

/** Contract 4.11: length of `logo`. */
export const maxLogoLength = 2_048;

/** Decisions 2.10. */
export const organizationTypes = {
  business: 'A company or a team.',
  community: 'A community or a non-profit.',
} as const;
export type OrganizationType = keyof typeof organizationTypes;

/** Decisions 2.10. */
export const useCases = {
  internalDocs: 'Internal documentation.',
  docsSite: 'A documentation site.',
  audienceControlledSite: 'A site for a known audience.',
  productDocs: 'Product documentation.',
  teamKnowledgeBase: 'The knowledge of a team.',
  designSystem: 'A design system.',
  openSourceDocs: 'Documentation of open source.',
  notes: 'Notes.',
  other: 'Something else.',
} as const;
export type UseCase = keyof typeof useCases;

/** Decisions 2.10. */
export const communityTypes = {
  nonProfit: 'A non-profit.',
  openSource: 'An open source project.',
  education: 'A school or university.',
} as const;
export type CommunityType = keyof typeof communityTypes;

/** Domains in the one spelling that is stored: lower case, each once. */
export const normalDomains = (domains: readonly string[]): string[] => [
  ...new Set(domains.map((domain) => domain.toLowerCase())),
];
