import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { decryptXml } from '@node-saml/node-saml/lib/xml.js';
import { XMLSerializer } from '@xmldom/xmldom';
import { TextProblem } from '../../../lib/text-outcome.ts';
import { checkAssertion, clockSkewMs, refused, type AssertionFacts, type Expected } from './check-assertion.ts';
import { namespaces } from './namespaces.ts';
import { findAttribute, childrenNamed, elementsNamed, readXml } from '../../../text/xml/read-xml.ts';

/** A posted response with the values that it must match. */
export interface PostedResponse extends Expected {
  /** Base64, as posted. */
  readonly response: string;
  /** Trusted certificates, as PEM. */
  readonly certificates: readonly string[];
  /** Private key that decrypts assertions, as PEM. */
  readonly privateKey: string;
}

/**
 * Verifies a response and returns the content of its signed assertion. node-saml checks the signature; the structure of
 * the document is checked before, and the assertion after. Throws sign_in_refused.
 */
export async function verifyResponse(posted: PostedResponse): Promise<AssertionFacts> {
  try {
    const document = readXml(Buffer.from(posted.response, 'base64').toString('utf8'));
    checkDocument(document, posted);
    await checkEncrypted(document, posted);
    const facts = checkAssertion(readXml(await signedAssertion(posted, document)).documentElement, posted);
    const inResponseTo = findAttribute(document.documentElement, 'InResponseTo');
    if (inResponseTo !== null && inResponseTo !== facts.inResponseTo)
      throw refused('the response and its assertion answer different requests');
    return facts;
  } catch (error) {
    throw error instanceof TextProblem ? refused(error.problem, error) : error;
  }
}

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/** Accepted algorithms. SHA-1 is excluded, because it can be forged. */
const algorithms = new Set(
  ['256', '512'].flatMap((bits) => [
    `http://www.w3.org/2001/04/xmldsig-more#rsa-sha${bits}`,
    `http://www.w3.org/2001/04/xmlenc#sha${bits}`,
  ]),
);

/**
 * Refuses documents in which the signed element could differ from the element that is read (signature wrapping). There
 * must be exactly one assertion, as a child of the response; ids must be unique; signatures may occur only in their
 * proper places.
 */
function checkDocument(document: Document, { issuer, recipient }: PostedResponse): void {
  const response = document.documentElement;
  const { protocol, assertion, signature } = namespaces;
  if (response.namespaceURI !== protocol || response.localName !== 'Response')
    throw refused('it is not a SAML response');
  checkStatus(response);
  const all = Array.from(document.getElementsByTagName('*'));
  const assertions = all.filter(({ localName }) => localName === 'Assertion' || localName === 'EncryptedAssertion');
  const [only] = assertions;
  if (assertions.length !== 1 || only?.parentNode !== response || only.namespaceURI !== assertion)
    throw refused('it must contain exactly one assertion');
  const ids = all.flatMap((element) => ['ID', 'Id', 'id'].map((name) => findAttribute(element, name)).filter(Boolean));
  if (new Set(ids).size !== ids.length) throw refused('it contains an id twice');
  for (const found of all.filter(({ localName }) => localName === 'Signature'))
    if (found.namespaceURI !== signature || (found.parentNode !== response && found.parentNode !== only))
      throw refused('a signature is where none is allowed');
  requireStrongSignatures(document);
  const destination = findAttribute(response, 'Destination');
  if (destination !== null && destination !== recipient) throw refused('it was sent to another address');
  if (childrenNamed(response, assertion, 'Issuer').some(({ textContent }) => textContent?.trim() !== issuer))
    throw refused('it was issued by another identity provider');
}

/** Requires strong algorithms in signatures. Digests in encrypted keys sign nothing and are ignored. */
function requireStrongSignatures(document: Document): void {
  const { signature } = namespaces;
  const methods = elementsNamed(document, signature, 'SignedInfo').flatMap((info) =>
    ['SignatureMethod', 'DigestMethod'].flatMap((name) => elementsNamed(info, signature, name)),
  );
  if (methods.some((method) => !algorithms.has(findAttribute(method, 'Algorithm') ?? '')))
    throw refused('it must be signed with RSA and SHA-256 or SHA-512');
}

/**
 * Checks the signature of an encrypted assertion, which is visible only after decryption; node-saml would accept SHA-1
 * in it.
 */
async function checkEncrypted(document: Document, { privateKey }: PostedResponse): Promise<void> {
  const [encrypted] = elementsNamed(document, namespaces.assertion, 'EncryptedAssertion');
  if (!encrypted) return;
  const xml = await decryptXml(new XMLSerializer().serializeToString(encrypted), privateKey).catch((error: Error) => {
    throw refused(unsigned, error);
  });
  const assertion = readXml(xml);
  requireStrongSignatures(assertion);
  const { signature } = namespaces;
  if (
    elementsNamed(assertion, signature, 'Signature').some(({ parentNode }) => parentNode !== assertion.documentElement)
  )
    throw refused('a signature is where none is allowed');
}

function checkStatus(response: Element): void {
  const { protocol } = namespaces;
  const [status] = childrenNamed(response, protocol, 'Status');
  const code = status && findAttribute(childrenNamed(status, protocol, 'StatusCode')[0], 'Value');
  if (status === undefined || code === success) return;
  const message = childrenNamed(status, protocol, 'StatusMessage')[0]?.textContent?.trim().slice(0, 200);
  throw refused(`it reports ${code?.split(':').at(-1) ?? 'no status'}${message ? ` (${message})` : ''}`);
}

/**
 * Extracts the signed bytes of the assertion, without the document around them. The signature of the response covers its
 * assertion (SAML 2.0 Core, 5.3), so it suffices when the assertion has none.
 */
async function signedAssertion(
  { response, certificates, privateKey, audience, recipient }: PostedResponse,
  { documentElement }: Document,
) {
  const isResponseSigned = childrenNamed(documentElement, namespaces.signature, 'Signature').length > 0;
  const saml = new SAML({
    callbackUrl: recipient,
    issuer: audience,
    audience,
    idpCert: [...certificates],
    // Without a valid signature of the response, that of the assertion is required.
    wantAssertionsSigned: !isResponseSigned,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: clockSkewMs,
    decryptionPvk: privateKey,
    validateInResponseTo: ValidateInResponseTo.never,
  });
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response }).catch((error: Error) => {
    throw refused(readReason(error), error);
  });
  const xml = profile?.getAssertionXml?.();
  if (xml === undefined) throw refused('it has no assertion');
  return xml;
}

const unsigned = 'it is not signed by a certificate of the provider';

/**
 * Uses one reason for failed decryption and failed signatures, so that responses reveal nothing about encrypted
 * content.
 */
function readReason({ message }: Error): string {
  if (/expired/i.test(message)) return 'it has expired';
  if (/not yet valid/i.test(message)) return 'it is not valid yet';
  if (/audience/i.test(message)) return 'it is meant for another service';
  return unsigned;
}
