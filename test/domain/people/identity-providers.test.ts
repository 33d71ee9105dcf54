import { X509Certificate } from 'node:crypto';
import forge from 'node-forge';
import { describe, expect, it } from 'vitest';
import { findCertificateProblem, readCertificates } from '../../../src/domain/people/saml/certificates.ts';
import { checkAssertion } from '../../../src/domain/people/saml/check-assertion.ts';
import { readMetadata } from '../../../src/domain/people/saml/read-metadata.ts';
import { findPerson } from '../../../src/domain/people/sign-in/person.ts';
import { readXml } from '../../../src/text/xml/read-xml.ts';
import { aKeyPair, idpMetadata } from '../../saml-idp.ts';
import { clock } from '../../setup/clock.ts';

const pair = aKeyPair();
const next = aKeyPair();
const body = pair.cert.replaceAll(/-----[A-Z ]+-----/g, '').trim();
const fingerprintOf = (pem: string) => new X509Certificate(pem).fingerprint256;

/** Returns a certificate for the key of `pair` that the key of `next` has issued, and that of the issuer. */
function aChain(): string {
  const issuer = forge.pki.certificateFromPem(next.cert);
  issuer.setSubject([{ name: 'commonName', value: 'Example CA' }]);
  issuer.setIssuer(issuer.subject.attributes);
  const issuerKey = forge.pki.privateKeyFromPem(next.key);
  issuer.sign(issuerKey, forge.md.sha256.create());
  const leaf = forge.pki.certificateFromPem(pair.cert);
  leaf.setIssuer(issuer.subject.attributes);
  leaf.sign(issuerKey, forge.md.sha256.create());
  return [leaf, issuer].map((certificate) => forge.pki.certificateToPem(certificate)).join('');
}

describe('the certificates of a provider', () => {
  it.each([
    ['as PEM', pair.cert],
    ['with CRLF', pair.cert.replaceAll('\n', '\r\n')],
    [
      'with bag attributes',
      `Bag Attributes\n    localKeyID: 01 02\nsubject=C = DE, CN = idp\n\nissuer=CN = ca\n\n${pair.cert}`,
    ],
    [
      'as openssl -text prints it',
      `Certificate:\n    Data:\n        Version: 3 (0x2)\n    Signature: 1a:2b\n${pair.cert}`,
    ],
    ['with line breaks as escapes', pair.cert.replaceAll('\n', '\\n')],
    ['with CRLF as escapes', pair.cert.replaceAll('\n', '\\r\\n')],
    ['on one line', pair.cert.replaceAll('\n', ' ')],
    ['as a trusted certificate', pair.cert.replaceAll('CERTIFICATE', 'TRUSTED CERTIFICATE')],
    ['with breaks as escapes of escapes', pair.cert.replaceAll('\n', String.raw`\\n`)],
    [
      'in an element of metadata',
      `<ds:X509Data>\n  <ds:X509Certificate>\n${body}\n</ds:X509Certificate>\n</ds:X509Data>`,
    ],
    ['in an element with line breaks of XML', `<X509Certificate>${body.replaceAll('\n', '&#13;\n')}</X509Certificate>`],
    ['as base64', body],
    ['as base64 with line breaks as escapes', body.replaceAll('\n', '\\n')],
  ])('are read %s', (_how, text) => {
    expect(findCertificateProblem(text)).toBeNull();
    expect(readCertificates(text).map(({ fingerprint }) => fingerprint)).toEqual([fingerprintOf(pair.cert)]);
  });

  it('are all that sign, and of a chain the first', () => {
    expect(readCertificates(`${pair.cert}${next.cert}`)).toHaveLength(2);
    const chain = aChain();
    expect(findCertificateProblem(chain)).toBeNull();
    expect(readCertificates(chain).map(({ subject }) => subject)).toEqual(['CN=Example IdP']);
  });

  it.each([
    ['blank', '', 'must not be blank'],
    ['white space', ' \n ', 'must not be blank'],
    ['cut off', `${pair.cert}-----BEGIN CERTIFICATE-----\nMIID`, 'must be an X.509 certificate'],
    ['one of them broken', pair.cert + pair.cert.replace('MII', 'AAA'), 'must be an X.509 certificate'],
    ['a private key beside it', pair.cert + pair.key, 'not a private key'],
  ])('are refused when they are %s', (_how, text, problem) => {
    expect(findCertificateProblem(text)).toContain(problem);
  });
});

describe('the metadata of a provider', () => {
  const now = clock.now().getTime();
  const xml = idpMetadata([pair], next);
  const withValidity = (validUntil: string) => xml.replace(' entityID=', ` validUntil="${validUntil}" entityID=`);

  it('names the binding of its sign-in URL, the redirect where it has both', () => {
    expect(readMetadata(xml, now)).toMatchObject({ ssoURL: 'https://idp.test/go', ssoBinding: 'redirect' });
    const posting = xml.replace(/<md:SingleSignOnService Binding="[^"]*HTTP-Redirect"[^>]*>/, '');
    expect(readMetadata(posting, now)).toMatchObject({ ssoURL: 'https://idp.test/post', ssoBinding: 'post' });
  });

  it('may have white space around its URLs', () => {
    const spaced = xml.replaceAll(/(?<= (?:Location|entityID)=")([^"]*)/g, ' $1\n');
    expect(readMetadata(spaced, now)).toMatchObject({ entityID: 'urn:idp', ssoURL: 'https://idp.test/go' });
  });

  it('may hold certificates as PEM', () => {
    const { certificate } = readMetadata(xml.replace(/(?<=<ds:X509Certificate>)[^<]+/, pair.cert), now);
    expect(readCertificates(certificate).map(({ fingerprint }) => fingerprint)).toEqual([fingerprintOf(pair.cert)]);
  });

  it.each(['no certificate!', 'AAAA', ''])('is refused with the certificate %j beside a good one', (broken) => {
    const certificate = `<ds:X509Certificate>${broken}</ds:X509Certificate>`;
    const both = xml.replace('<ds:X509Certificate>', `${certificate}<ds:X509Certificate>`);
    expect(() => readMetadata(both, now)).toThrow('one of its certificates cannot be read');
  });

  it('is refused after its end', () => {
    expect(readMetadata(withValidity(new Date(now + 1_000).toISOString()), now).entityID).toBe('urn:idp');
    expect(() => readMetadata(withValidity(new Date(now).toISOString()), now)).toThrow('it was valid until');
    expect(() => readMetadata(withValidity('soon'), now)).toThrow('is not a time');
    const nested = xml.replace('<md:IDPSSODescriptor ', '<md:IDPSSODescriptor validUntil="2001-01-01T00:00:00Z" ');
    expect(() => readMetadata(nested, now)).toThrow('it was valid until 2001');
  });
});

describe('the person of an assertion', () => {
  const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/';
  const cases: readonly (readonly [string, string, Record<string, string[]>, string[], string | null])[] = [
    [
      'Keycloak',
      'ada',
      {
        'urn:oid:1.2.840.113549.1.9.1': ['Ada@corp.test'],
        'urn:oid:2.5.4.42': ['Ada'],
        'urn:oid:2.5.4.4': ['Example'],
      },
      ['ada@corp.test'],
      'Ada Example',
    ],
    [
      'OneLogin',
      'ada@corp.test',
      { 'User.email': ['ada@corp.test'], 'User.FirstName': ['Ada'], 'User.LastName': ['Example'] },
      ['ada@corp.test'],
      'Ada Example',
    ],
    [
      'Okta',
      '00u1',
      { email: ['ada@corp.test'], firstName: ['Ada'], lastName: ['Example'] },
      ['ada@corp.test'],
      'Ada Example',
    ],
    [
      'Entra',
      'x7',
      {
        [`${claims}name`]: ['ada@corp.onmicrosoft.test'],
        [`${claims}upn`]: ['ada@corp.onmicrosoft.test'],
        [`${claims}emailaddress`]: ['ada@corp.test'],
        'http://schemas.microsoft.com/identity/claims/displayname': ['Ada Example'],
      },
      ['ada@corp.test', 'ada@corp.onmicrosoft.test'],
      'Ada Example',
    ],
    [
      'Google',
      'ada@corp.test',
      { 'Primary email': ['ada@corp.test'], 'First name': ['Ada'], 'Last name': ['Example'] },
      ['ada@corp.test'],
      'Ada Example',
    ],
    [
      'a directory',
      'x',
      { 'urn:mace:dir:attribute-def:mail': ['ada@corp.test'], cn: ['Ada Example'] },
      ['ada@corp.test'],
      'Ada Example',
    ],
    ['several addresses', 'x', { mail: ['ada@home.test', 'ada@corp.test'] }, ['ada@home.test', 'ada@corp.test'], null],
    [
      'a login name',
      'x',
      { mail: ['ada@corp.test'], name: ['CORP\\ada'], cn: ['ada@corp.test'] },
      ['ada@corp.test'],
      null,
    ],
    [
      'a name that is an address',
      'x',
      { mail: ['ada@home.test'], displayName: ['boss@corp.test'] },
      ['ada@home.test'],
      null,
    ],
    ['only its name', 'Ada@corp.test', {}, ['ada@corp.test'], null],
  ];
  it.each(cases)('is known by the names of %s', (_who, nameId, attributes, emails, displayName) => {
    expect(findPerson({ nameId, attributes })).toEqual({ emails, displayName });
  });

  it('needs an address', () => {
    expect(findPerson({ nameId: 'ada', attributes: { email: ['ada'], cn: ['Ada'] } })).toBeNull();
  });
});

describe('an assertion', () => {
  const expected = {
    issuer: 'urn:idp',
    audience: 'urn:sp',
    recipient: 'https://sp.test/acs',
    now: Date.parse('2026-01-01T12:00:00Z'),
  };
  const assertion = ({ nameId = 'ada', end = '2026-01-01T12:05:00Z', value = 'ada@corp.test' }) =>
    readXml(`<Assertion xmlns="urn:oasis:names:tc:SAML:2.0:assertion" ID="a" Version="2.0"><Issuer>urn:idp</Issuer>
      <Subject><NameID>${nameId}</NameID><SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">
      <SubjectConfirmationData Recipient="https://sp.test/acs" InResponseTo="_1" NotOnOrAfter="${end}"/></SubjectConfirmation></Subject>
      <Conditions><AudienceRestriction><Audience>urn:sp</Audience></AudienceRestriction></Conditions><AuthnStatement/>
      <AttributeStatement><Attribute Name="urn:x" FriendlyName="mail"><AttributeValue>${value}</AttributeValue></Attribute></AttributeStatement>
      </Assertion>`).documentElement;

  it.each(['2026-01-01T12:05:00Z', '2026-01-01T12:05:00+00:00', '2026-01-01T14:05:00.000+02:00'])(
    'may end at %s',
    (end) => {
      const { expiresAt, attributes } = checkAssertion(assertion({ end }), expected);
      expect(new Date(expiresAt).toISOString()).toBe('2026-01-01T12:06:00.000Z');
      expect(attributes).toEqual({ 'urn:x': ['ada@corp.test'], mail: ['ada@corp.test'] });
    },
  );

  it.each([
    ['an end without a time zone', { end: '2026-01-01T12:05:00' }, 'NotOnOrAfter is not a time'],
    ['an element inside its name', { nameId: 'boss@corp.test<x>.evil.test</x>' }, 'NameID must be a text'],
  ])('is refused with %s', (_what, values, problem) => {
    expect(() => checkAssertion(assertion(values), expected)).toThrow(problem);
  });

  it('has no text in a value that is an element', () => {
    expect(checkAssertion(assertion({ value: '<NameID>x</NameID>' }), expected).attributes).toEqual({
      'urn:x': [],
      mail: [],
    });
  });
});
