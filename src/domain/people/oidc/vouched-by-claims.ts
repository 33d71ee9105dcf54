import { Email, maxDisplayNameLength, domainOfEmail, normalizeEmail } from '../users/fields.ts';
import type { OidcProviderRow } from '../../../loaders/oidc.ts';
import { failure } from '../../../lib/errors.ts';
import type { Vouched } from '../sign-in/vouched.ts';
import { givenBy, meetsRequirement, type Claims } from './claims.ts';

type Settings = Pick<OidcProviderRow, 'admits' | 'issuer' | 'requires' | 'roles' | 'trust'>;

const googleIssuer = 'https://accounts.google.com';

/** Reads the person of claims whose subject is known. Throws sign_in_refused for whom the provider must not admit. */
export function vouchedByClaims(provider: Settings, subject: string, claims: Claims): Vouched {
  if (!meetsRequirement(claims, provider.requires)) {
    const { claim, values } = provider.requires ?? { claim: '', values: [] };
    throw failure(
      'sign_in_refused',
      `The claim "${claim}" must have one of the values ${values.map((value) => `"${value}"`).join(', ')}`,
    );
  }
  const email = addressIn(claims);
  return {
    subject,
    emails: email === null ? [] : [email],
    doubt: email === null ? null : doubtOf(provider, claims, email),
    displayName: nameIn(claims),
    admits: provider.admits,
    given: givenBy(claims, provider.roles),
  };
}

function addressIn({ email }: Claims): string | null {
  const text = typeof email === 'string' ? email.trim() : '';
  return Email.safeParse(text).success ? normalizeEmail(text) : null;
}

function nameIn(claims: Claims): string | null {
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name].trim() : '');
  const name = text('name') || [text('given_name'), text('family_name')].filter(Boolean).join(' ');
  return name === '' || name.includes('@') ? null : name.slice(0, maxDisplayNameLength).toWellFormed();
}

/**
 * Whether the provider says that the address is verified; null when it says nothing. Entra ID tells instead whether the
 * domain of the address is one of the tenant (`xms_edov`); without it, anybody may have written the address.
 */
function isVerified(claims: Claims): boolean | null {
  for (const name of ['email_verified', 'xms_edov']) {
    const value = claims[name];
    if (value === true || value === 'true' || value === 1 || value === '1') return true;
    if (value !== undefined && value !== null) return false;
  }
  return null;
}

/** Why an address does not count as that of the person; null when it does. Says what to change at the provider. */
function doubtOf({ issuer, trust }: Settings, claims: Claims, email: string): string | null {
  // A private account may have the address of a company, also after its owner has left; `hd` is set for the company's accounts.
  if (issuer === googleIssuer && claims['hd'] !== domainOfEmail(email))
    return `Google does not manage the address "${email}" for its domain: sign in with the account of the organization`;
  const verified = isVerified(claims);
  if (trust === 'all' || verified === true || (trust === 'unless-denied' && verified === null)) return null;
  if (issuer.startsWith('https://login.microsoftonline.com/'))
    return 'Entra ID does not say that the address belongs to its tenant. Add the optional claim "xms_edov" to the ID token of the application, or let an admin trust all its addresses.';
  return verified === null
    ? 'The identity provider does not say whether the address is verified. Let it send the claim "email_verified", or let an admin trust its addresses ("unless-denied").'
    : 'The identity provider says that the address is not verified ("email_verified" is false). Verify it there, let a scope mapping send true, or let an admin trust all its addresses ("all").';
}
