import { X509Certificate } from 'node:crypto';
import { TextProblem } from '../../../lib/text-outcome.ts';
import { namespaces } from './namespaces.ts';
import { attributeOf, childrenNamed, elementsNamed, readXml } from '../../../text/xml/read-xml.ts';

/** Content of the metadata of an identity provider. */
export interface MetadataFacts {
  readonly entityID: string;
  readonly ssoURL: string;
  /** All signing certificates as PEM. */
  readonly certificate: string;
  /** Whether the provider requires signed requests. */
  readonly signRequests: boolean;
}

const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** Reads the metadata of one identity provider. Throws TextProblem for any other document. */
export function readMetadata(xml: string): MetadataFacts {
  const document = readXml(xml);
  const { metadata } = namespaces;
  const providers = elementsNamed(document, metadata, 'EntityDescriptor').flatMap((entity) =>
    childrenNamed(entity, metadata, 'IDPSSODescriptor').map((provider) => ({ entity, provider })),
  );
  const [only] = providers;
  if (only === undefined) throw new TextProblem('it describes no SAML 2.0 identity provider');
  if (providers.length > 1) throw new TextProblem('it describes several identity providers');
  const entityID = attributeOf(only.entity, 'entityID');
  if (entityID === null) throw new TextProblem('it has no entity id');
  return {
    entityID,
    ssoURL: signInUrlOf(only.provider),
    certificate: certificatesOf(only.provider),
    signRequests: /^(true|1)$/.test(attributeOf(only.provider, 'WantAuthnRequestsSigned') ?? ''),
  };
}

function signInUrlOf(provider: Element): string {
  const services = childrenNamed(provider, namespaces.metadata, 'SingleSignOnService');
  const url = attributeOf(
    services.find((service) => attributeOf(service, 'Binding') === redirect),
    'Location',
  );
  if (url === null) throw new TextProblem('it has no sign-in URL of the binding HTTP-Redirect');
  return url;
}

function certificatesOf(provider: Element): string {
  const keys = childrenNamed(provider, namespaces.metadata, 'KeyDescriptor').filter(
    (key) => attributeOf(key, 'use') !== 'encryption',
  );
  const bodies = keys.flatMap((key) => elementsNamed(key, namespaces.signature, 'X509Certificate'));
  const certificates = [...new Set(bodies.map((body) => pemOf(body.textContent ?? '')))];
  if (certificates.length === 0) throw new TextProblem('it has no signing certificate');
  return certificates.join('\n');
}

function pemOf(base64: string): string {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64')).toString();
  } catch {
    throw new TextProblem('one of its certificates cannot be read');
  }
}
