import { failure } from '../../../lib/errors.ts';
import { namespaces } from './namespaces.ts';
import { findAttribute, childrenNamed, elementsNamed } from '../../../text/xml/read-xml.ts';

/** Values that an assertion must have. */
export interface Expected {
  /** Entity id of the identity provider. */
  readonly issuer: string;
  /** Entity id of this service. */
  readonly audience: string;
  /** URL to which the response was posted. */
  readonly recipient: string;
  /** Current time, in milliseconds since 1970. */
  readonly now: number;
}

/** Content of an accepted assertion. */
export interface AssertionFacts {
  readonly id: string;
  /** Id of the request that it answers. */
  readonly inResponseTo: string;
  readonly nameId: string;
  /** The texts of each attribute, by its name and its friendly name. */
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  /** Time until which it could be replayed, in milliseconds since 1970. */
  readonly expiresAt: number;
  /** End of the session at the identity provider, in milliseconds since 1970; null when it is not stated. */
  readonly sessionEndsAt: number | null;
}

/** Tolerated clock skew, in milliseconds. */
export const clockSkewMs = 60_000;

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

export const refused = (reason: string, cause?: unknown) =>
  failure('sign_in_refused', `The response of the identity provider was refused: ${reason}`, { cause });

/**
 * Validates an assertion, whose signature was verified, by the rules of the web browser SSO profile (SAML 2.0 Profiles,
 * 4.1.4). Throws sign_in_refused.
 */
export function checkAssertion(assertion: Element, expected: Expected): AssertionFacts {
  const { assertion: saml } = namespaces;
  if (assertion.namespaceURI !== saml || assertion.localName !== 'Assertion')
    throw refused('no assertion in it is signed');
  const id = findAttribute(assertion, 'ID');
  if (id === null || id.length > 256 || findAttribute(assertion, 'Version') !== '2.0')
    throw refused('the assertion is not one of SAML 2.0');
  const issuer = textOf(only(assertion, 'Issuer'));
  if (issuer !== expected.issuer) throw refused('it was issued by another identity provider');
  const conditionsEnd = checkConditions(only(assertion, 'Conditions'), expected);
  const subject = only(assertion, 'Subject');
  const confirmation = confirmationOf(subject, expected);
  const statements = childrenNamed(assertion, saml, 'AuthnStatement');
  if (statements.length === 0) throw refused('it does not say that somebody signed in');
  const ends = statements.map((statement) => findTime(statement, 'SessionNotOnOrAfter')).filter((end) => end !== null);
  const sessionEndsAt = ends.length === 0 ? null : Math.min(...ends);
  if (sessionEndsAt !== null && sessionEndsAt <= expected.now) throw refused('the session has ended');
  return {
    id,
    inResponseTo: confirmation.inResponseTo,
    nameId: textOf(only(subject, 'NameID')),
    attributes: attributesOf(assertion),
    expiresAt: Math.max(conditionsEnd, confirmation.expiresAt) + clockSkewMs,
    sessionEndsAt,
  };
}

function only(parent: Element, name: string): Element {
  const [found, ...others] = childrenNamed(parent, namespaces.assertion, name);
  if (found === undefined || others.length > 0) throw refused(`the assertion must have one ${name}`);
  return found;
}

/** The whole text of an element without elements inside. Comments do not truncate it. */
function textOf(element: Element): string {
  if (hasElements(element)) throw refused(`${element.localName} must be a text`);
  return (element.textContent ?? '').trim();
}

const hasElements = (element: Element) => element.getElementsByTagName('*').length > 0;

/** Validates the conditions and returns their end, in milliseconds since 1970; 0 when they have none. */
function checkConditions(conditions: Element, { audience, now }: Expected): number {
  checkTimes(conditions, now);
  const restrictions = childrenNamed(conditions, namespaces.assertion, 'AudienceRestriction');
  const isMeant = (restriction: Element) =>
    childrenNamed(restriction, namespaces.assertion, 'Audience').some((element) => textOf(element) === audience);
  if (restrictions.length === 0 || !restrictions.every(isMeant)) throw refused('it is meant for another service');
  return findTime(conditions, 'NotOnOrAfter') ?? 0;
}

function checkTimes(element: Element, now: number): void {
  const notBefore = findTime(element, 'NotBefore');
  const notOnOrAfter = findTime(element, 'NotOnOrAfter');
  if (notBefore !== null && notBefore > now + clockSkewMs) throw refused('it is not valid yet');
  if (notOnOrAfter !== null && notOnOrAfter <= now - clockSkewMs) throw refused('it has expired');
}

/** Finds a valid bearer confirmation, or the reason why the last one is invalid. */
function confirmationOf(subject: Element, expected: Expected) {
  let reason: unknown = refused('it may not be presented by a browser');
  for (const confirmation of childrenNamed(subject, namespaces.assertion, 'SubjectConfirmation')) {
    if (findAttribute(confirmation, 'Method') !== bearer) continue;
    try {
      return checkConfirmation(confirmation, expected);
    } catch (error) {
      reason = error;
    }
  }
  throw reason;
}

function checkConfirmation(confirmation: Element, { recipient, now }: Expected) {
  const data = only(confirmation, 'SubjectConfirmationData');
  if (findAttribute(data, 'Recipient') !== recipient) throw refused('it was sent to another address');
  const expiresAt = findTime(data, 'NotOnOrAfter');
  if (expiresAt === null) throw refused('the assertion has no expiry');
  checkTimes(data, now);
  const inResponseTo = findAttribute(data, 'InResponseTo');
  if (inResponseTo === null) throw refused('it does not answer a request of this service');
  return { inResponseTo, expiresAt };
}

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * Parses a time to milliseconds since 1970; null when the attribute is missing. SAML times are in UTC, which some
 * providers write as an offset.
 */
function findTime(element: Element, name: string): number | null {
  const text = findAttribute(element, name);
  if (text === null) return null;
  const time = instant.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw refused(`${name} is not a time`);
  return time;
}

/** Maps the names of each attribute to its texts. Values that are elements, such as persistent ids, are left out. */
function attributesOf(assertion: Element): Record<string, string[]> {
  const { assertion: saml } = namespaces;
  const attributes = childrenNamed(assertion, saml, 'AttributeStatement').flatMap((statement) =>
    childrenNamed(statement, saml, 'Attribute'),
  );
  const found = new Map<string, string[]>();
  for (const attribute of attributes) {
    const values = elementsNamed(attribute, saml, 'AttributeValue').filter((value) => !hasElements(value));
    for (const name of new Set([findAttribute(attribute, 'Name'), findAttribute(attribute, 'FriendlyName')]))
      if (name !== null) found.set(name, [...(found.get(name) ?? []), ...values.map(textOf)]);
  }
  return Object.fromEntries(found);
}
