import { X509Certificate } from 'node:crypto';
import { TextProblem } from '../../../lib/text-outcome.ts';
import { decodeDer } from './certificates.ts';
import { namespaces } from './namespaces.ts';
import { findAttribute, childrenNamed, elementsNamed, readXml } from '../../../text/xml/read-xml.ts';

/** Content of the metadata of an identity provider. */
export interface MetadataFacts {
  readonly entityID: string;
  readonly ssoURL: string;
  readonly ssoBinding: SsoBinding;
  /** All signing certificates as PEM. */
  readonly certificate: string;
  /** Whether the provider requires signed requests. */
  readonly signRequests: boolean;
}

/** How a browser takes a request to the identity provider: in the URL, or in a form. */
export type SsoBinding = 'redirect' | 'post';

/** In order of preference. */
const bindings: readonly (readonly [SsoBinding, string])[] = [
  ['redirect', 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'],
  ['post', 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'],
];

/**
 * Reads the metadata of one identity provider. `now` is in milliseconds since 1970. Throws TextProblem for any other
 * document, and for one that is no longer valid.
 */
export function readMetadata(xml: string, now: number): MetadataFacts {
  const document = readXml(xml);
  const { metadata } = namespaces;
  const providers = elementsNamed(document, metadata, 'EntityDescriptor').flatMap((entity) =>
    childrenNamed(entity, metadata, 'IDPSSODescriptor').map((provider) => ({ entity, provider })),
  );
  const [only] = providers;
  if (only === undefined) throw new TextProblem('it describes no SAML 2.0 identity provider');
  if (providers.length > 1) throw new TextProblem('it describes several identity providers');
  for (const element of lineOf(only.provider)) requireValid(element, now);
  const entityID = findAttribute(only.entity, 'entityID')?.trim() ?? null;
  if (entityID === null) throw new TextProblem('it has no entity id');
  return {
    entityID,
    ...signInOf(only.provider),
    certificate: certificatesOf(only.provider),
    signRequests: /^(true|1)$/.test(findAttribute(only.provider, 'WantAuthnRequestsSigned') ?? ''),
  };
}

/** An element and those around it, whose validity includes its own. */
function lineOf(element: Element): Element[] {
  const { parentNode } = element;
  const isRoot = parentNode === null || parentNode === element.ownerDocument;
  return isRoot ? [element] : [element, ...lineOf(parentNode as Element)];
}

function requireValid(element: Element, now: number): void {
  const validUntil = findAttribute(element, 'validUntil');
  if (validUntil === null) return;
  const end = Date.parse(validUntil);
  if (Number.isNaN(end)) throw new TextProblem('its "validUntil" is not a time');
  if (end <= now) throw new TextProblem(`it was valid until ${validUntil}; download it again`);
}

function signInOf(provider: Element): Pick<MetadataFacts, 'ssoURL' | 'ssoBinding'> {
  const services = childrenNamed(provider, namespaces.metadata, 'SingleSignOnService');
  for (const [ssoBinding, name] of bindings) {
    const service = services.find((candidate) => findAttribute(candidate, 'Binding') === name);
    const ssoURL = findAttribute(service, 'Location')?.trim() ?? null;
    if (ssoURL !== null) return { ssoURL, ssoBinding };
  }
  throw new TextProblem('it has no sign-in URL of the binding HTTP-Redirect or HTTP-POST');
}

function certificatesOf(provider: Element): string {
  const keys = childrenNamed(provider, namespaces.metadata, 'KeyDescriptor').filter(
    (key) => findAttribute(key, 'use') !== 'encryption',
  );
  const texts = keys.flatMap((key) => elementsNamed(key, namespaces.signature, 'X509Certificate'));
  const certificates = [...new Set(texts.flatMap(({ textContent }) => listPems(textContent ?? '')))];
  if (certificates.length === 0) throw new TextProblem('it has no signing certificate');
  return certificates.join('\n');
}

function listPems(text: string): string[] {
  const unreadable = new TextProblem('one of its certificates cannot be read');
  const found = decodeDer(text);
  if (found.length === 0) throw unreadable;
  try {
    return found.map((der) => new X509Certificate(der).toString());
  } catch {
    throw unreadable;
  }
}
