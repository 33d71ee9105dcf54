import { maxDisplayNameLength, Email, normalizeEmail } from '../users/fields.ts';
import type { AssertionFacts } from '../saml/check-assertion.ts';

/** The subject of an assertion. */
export interface Person {
  /** The addresses that the assertion names, in lower case, the most likely one first. */
  readonly emails: readonly [string, ...string[]];
  /** Null when the assertion has no name of a person. */
  readonly displayName: string | null;
}

/**
 * Attribute names that identity providers use, as `keyOf` spells them, in order of preference. None is a name that people
 * choose for themselves, such as `name`: an address there would let them sign in as somebody else.
 */
const emailNames = [
  'email',
  'emailaddress',
  'emailaddresses',
  'mail',
  'primaryemail',
  'workemail',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'urn:oid:1.2.840.113549.1.9.1',
  'userprincipalname',
  'upn',
];
const displayNames = ['displayname', 'urn:oid:2.16.840.1.113730.3.1.241', 'fullname'];
const firstNames = ['givenname', 'firstname', 'urn:oid:2.5.4.42'];
const lastNames = ['surname', 'lastname', 'familyname', 'sn', 'urn:oid:2.5.4.4'];
/** Some providers put the login name into these. */
const commonNames = ['name', 'cn', 'urn:oid:2.5.4.3'];

/** Extracts the person of an assertion; null when it has no email address. */
export function findPerson({ nameId, attributes }: Pick<AssertionFacts, 'nameId' | 'attributes'>): Person | null {
  const byName = new Map<string, string[]>();
  for (const [name, values] of Object.entries(attributes))
    byName.set(keyOf(name), [...(byName.get(keyOf(name)) ?? []), ...values]);
  const listValues = (names: readonly string[]) => names.flatMap((name) => byName.get(name) ?? []);
  const addresses = [...listValues(emailNames), nameId].map((text) => text.trim()).filter(isEmail);
  const [email, ...others] = [...new Set(addresses.map(normalizeEmail))];
  if (email === undefined) return null;
  const isName = (text: string) => text.trim() !== '' && !isLogin(text) && text !== nameId;
  const first = (names: readonly string[]) => listValues(names).find(isName);
  const parts = [first(firstNames), first(lastNames)].filter((part) => part !== undefined).join(' ');
  const name = first(displayNames) ?? (parts || first(commonNames));
  return {
    emails: [email, ...others],
    displayName: name === undefined ? null : name.trim().slice(0, maxDisplayNameLength).toWellFormed(),
  };
}

const isEmail = (text: string) => Email.safeParse(text).success;

/** An address, or an account with its domain, such as `CORP\ada`. */
const isLogin = (text: string) => isEmail(text) || text.includes('\\');

/**
 * The end of an attribute name without case and separators: `emailaddress` for
 * `http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress`, `firstname` for `User.FirstName`.
 */
function keyOf(name: string): string {
  const lower = name.toLowerCase();
  if (lower.startsWith('urn:oid:')) return lower;
  const end = lower.split(/[/:.]/).findLast((part) => part !== '') ?? lower;
  return end.replaceAll(/[\s_-]/g, '');
}
