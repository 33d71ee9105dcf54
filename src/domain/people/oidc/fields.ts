import * as z from 'zod';
import { Role } from '../../../access/role-forms.ts';
import { choice, Id, inputForm, urlForm } from '../../../lib/form-types.ts';
import { httpUrl } from '../../../lib/http-url.ts';

const loopback = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Addresses of Entra ID that stand for more than one tenant, whose tokens name another issuer. */
const manyTenants = /^https:\/\/login\.microsoftonline\.com\/(?:common|organizations|consumers)(?:\/|$)/i;

/** The issuer, which every token must name exactly so. Requires TLS, except on this machine. */
export const Issuer = urlForm(
  httpUrl(1_024)
    .refine((text) => {
      if (!URL.canParse(text)) return true;
      const { protocol, hostname, hash, search } = new URL(text);
      return hash === '' && search === '' && (protocol === 'https:' || loopback.has(hostname));
    }, 'must be an https URL without a query and a fragment; http is accepted for this machine only')
    .refine(
      (text) => !manyTenants.test(text),
      'must be that of one tenant: https://login.microsoftonline.com/{tenant id}/v2.0',
    )
    .refine(
      (text) => !text.includes('/.well-known/'),
      'must be the issuer, without "/.well-known/openid-configuration" at its end',
    ),
);

/** RFC 6749, appendix A.1 and A.2. */
const visibleText = /^[\x20-\x7E]+$/;

export const ClientId = z.string().max(500).regex(visibleText, 'must have ASCII characters only, without line breaks');

export const ClientSecret = z
  .string()
  .max(2_000)
  .regex(visibleText, 'must have ASCII characters only, without line breaks');

/** Scopes that are asked for; `openid` is always one of them. */
export const Scopes = z
  .array(
    z
      .string()
      .max(100)
      .regex(/^[\x21\x23-\x5B\x5D-\x7E]+$/, 'must have no spaces, quotation marks or backslashes'),
  )
  .max(20);

export const defaultScopes = ['openid', 'email', 'profile'];

export const Admits = choice('SignInAdmission', 'Whom a provider admits to an organization.', {
  domains: 'People with an address in a proved email domain of the organization, and those who are known already.',
  everyone:
    'Everybody whom the provider authenticates. Outside the proved email domains, only the provider tells who somebody is.',
});

export const Trust = choice('AddressTrust', 'When the address that a provider tells counts as that of the person.', {
  verified: 'If the provider says that it is verified.',
  'unless-denied': 'Unless the provider says that it is not verified.',
  all: 'Always: the people of the provider cannot choose their addresses.',
});

const ClaimName = z.string().min(1).max(200);
const ClaimValue = z.string().min(1).max(300);

export const RequiredClaim = inputForm('RequiredClaim', 'A claim that people must have to be admitted.', {
  claim: ClaimName.describe('Name of the claim, or a path with dots: `groups`, `realm_access.roles`.'),
  values: z.array(ClaimValue).min(1).max(50).describe('The claim must be, or contain, one of these values.'),
});
export type RequiredClaim = z.output<typeof RequiredClaim>;

export const RoleRule = inputForm('RoleRule', 'What a value of a claim gives a person at each sign-in.', {
  claim: ClaimName.describe('Name of the claim, or a path with dots.'),
  value: ClaimValue.describe('The claim must be, or contain, this value.'),
  role: Role.optional().describe('Role in the organization; the strongest of the rules that hold.'),
  teams: z
    .array(Id)
    .max(20)
    .optional()
    .describe('Ids of the teams to be in. People leave them when the rule holds no more.'),
});
export type RoleRule = z.output<typeof RoleRule>;

export const RoleRules = z.array(RoleRule).max(50);
