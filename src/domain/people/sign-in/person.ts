import { maxDisplayNameLength, Email, normalizeEmail } from '../users/fields.ts';
import type { AssertionFacts } from '../saml/check-assertion.ts';

/** The subject of an assertion. */
export interface Person {
  /** In lower case. */
  readonly email: string;
  readonly displayName: string;
}

/** Final parts of the attribute names that identity providers use, in lower case, in order of preference. */
const emailNames = ['email', 'emailaddress', 'mail', 'urn:oid:0.9.2342.19200300.100.1.3', 'userprincipalname', 'upn'];
const wholeNames = ['displayname', 'urn:oid:2.16.840.1.113730.3.1.241', 'name', 'cn', 'urn:oid:2.5.4.3'];
const firstNames = ['givenname', 'firstname', 'urn:oid:2.5.4.42'];
const lastNames = ['surname', 'lastname', 'sn', 'urn:oid:2.5.4.4'];

/** Extracts the person of an assertion; null when it has no email address. */
export function personOf({ nameId, attributes }: Pick<AssertionFacts, 'nameId' | 'attributes'>): Person | null {
  const byName = new Map(
    Object.entries(attributes).flatMap(([name, value]) => namesOf(name).map((key) => [key, value])),
  );
  const first = (names: readonly string[]) =>
    names.map((name) => byName.get(name)).find((value) => value !== undefined);
  const email = [first(emailNames), nameId].find((text) => Email.safeParse(text).success);
  if (email === undefined) return null;
  const parts = [first(firstNames), first(lastNames)].filter((part) => part !== undefined).join(' ');
  const name = first(wholeNames) ?? parts;
  const displayName = (name.trim() || email.slice(0, email.indexOf('@'))).slice(0, maxDisplayNameLength).toWellFormed();
  return { email: normalizeEmail(email), displayName };
}

/** Also `emailaddress` for `http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress`. */
function namesOf(name: string): string[] {
  const lower = name.toLowerCase();
  return lower.startsWith('urn:') ? [lower] : [lower.split('/').at(-1) ?? lower];
}
