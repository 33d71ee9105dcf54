import { createHash, generateKeyPairSync } from 'node:crypto';
import { promisify } from 'node:util';
import { inflateRawSync } from 'node:zlib';
import forge from 'node-forge';
import samlp from 'samlp';
import { selfSigned } from '../src/domain/people/saml/self-signed.ts';
import { baseUrl, type Harness, type Reply } from './harness.ts';
import { randomBytes } from './setup/seed.ts';
import { clock } from './setup/clock.ts';

/** Creates the key pair and certificate of an identity provider. */
export function aKeyPair(validUntil = new Date(clock.now().getTime() + 86_400_000)) {
  const { publicKey, privateKey: key } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const cert = selfSigned(forge, {
    publicKey,
    privateKey: key,
    commonName: 'Example IdP',
    serialNumber: `01${randomBytes(8).toString('hex')}`,
    notBefore: new Date(clock.now().getTime() - 864_000_000),
    notAfter: validUntil,
  });
  return { key, publicKey, cert };
}

export type KeyPair = ReturnType<typeof aKeyPair>;

const idpEntity = 'https://idp.example.org/metadata';

/** Columns of a provider that trusts these certificates. */
export const idpValues = (...pairs: readonly KeyPair[]) => ({
  entityID: idpEntity,
  ssoURL: 'https://idp.example.org/sso',
  certificate: pairs.map(({ cert }) => cert).join('\n'),
});

/** A started sign-in: the values of the client, and the request to the identity provider. */
export interface Begun {
  readonly providerId: string;
  readonly verifier: string;
  readonly requestId: string;
  readonly requestXml: string;
  readonly location: URL;
}

export const startPath = (providerId: string, values: Readonly<Record<string, string>>) =>
  `GET /saml/${providerId}/start?${new URLSearchParams(values)}`;

/** Returns the input of the start of a sign-in, with a new verifier. */
export function startValues(verifier = randomBytes(32).toString('base64url')) {
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const query = {
    RelayState: `${baseUrl}/login`,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'kept',
  };
  return { verifier, query };
}

export async function begin(server: Pick<Harness, 'call'>, providerId: string): Promise<Begun> {
  const { verifier, query } = startValues();
  const { status, headers, body } = await server.call(startPath(providerId, query));
  if (status !== 302) throw new Error(`start answered ${status}: ${JSON.stringify(body)}`);
  return { ...begunAt({ headers }, providerId), verifier };
}

/** Returns the started sign-in for an answer and the verifier of the client. */
export function begunAt(
  { headers }: { readonly headers: Readonly<Record<string, unknown>> },
  providerId: string,
): Begun {
  const location = new URL(String(headers['location']));
  const requestXml = inflateRawSync(Buffer.from(location.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
  const requestId = /\bID="([^"]+)"/.exec(requestXml)?.[1] ?? '';
  return { providerId, verifier: '', requestId, requestXml, location };
}

export interface ResponseValues {
  readonly pair: KeyPair;
  readonly email: string;
  /** The addresses that the assertion names, when they are others than `email`. */
  readonly addresses?: readonly string[];
  readonly nameId?: string;
  /** More attributes of the person. */
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly inResponseTo?: string;
  readonly audience?: string;
  readonly recipient?: string;
  readonly issuer?: string;
  readonly signResponse?: boolean;
  readonly signAssertion?: boolean;
  readonly signatureAlgorithm?: string;
  readonly digestAlgorithm?: string;
  /** Certificate to encrypt for, and its key as PEM. */
  readonly encryptFor?: { readonly cert: string; readonly publicKey: string };
}

/** Creates a response of samlp to a sign-in, as XML. */
export async function aResponse(
  begun: Begun,
  { pair, email, addresses, encryptFor, nameId, attributes, ...values }: ResponseValues,
  base = baseUrl,
): Promise<string> {
  const own = `${base}/saml/${begun.providerId}`;
  const respond = promisify(samlp.getSamlResponse);
  return respond(
    {
      issuer: idpEntity,
      audience: own,
      recipient: `${own}/acs`,
      destination: `${own}/acs`,
      inResponseTo: begun.requestId,
      signatureAlgorithm: 'rsa-sha256',
      digestAlgorithm: 'sha256',
      lifetimeInSeconds: 300,
      ...pair,
      ...values,
      ...(encryptFor
        ? {
            encryptionCert: encryptFor.cert,
            encryptionPublicKey: encryptFor.publicKey,
            encryptionAlgorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
          }
        : {}),
    },
    {
      id: nameId ?? email,
      displayName: 'Ada Example',
      emails: [{ value: addresses ?? email }],
      name: {},
      ...attributes,
    },
  );
}

/** Posts a response, as a browser does. */
export const post = (
  server: Pick<Harness, 'call'>,
  { providerId }: Pick<Begun, 'providerId'>,
  xml: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Reply> =>
  server.call(
    `POST /saml/${providerId}/acs`,
    new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64'), ...more }).toString(),
    { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  );

/** Returns the code in the URL that the browser is redirected to. */
export function codeOf({ status, headers, body }: Reply): string {
  if (status !== 303) throw new Error(`acs answered ${status}: ${JSON.stringify(body)}`);
  return new URL(String(headers['location'])).searchParams.get('code') ?? '';
}

export const exchange = (server: Pick<Harness, 'call'>, code: string, codeVerifier: string): Promise<Reply> =>
  server.call('POST /v1/sessions', { code, codeVerifier });

/** Metadata of an identity provider that wants signed requests. */
export function idpMetadata(signing: readonly KeyPair[], encryption: KeyPair): string {
  const body64 = (text: string) => text.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  const key = (use: string, cert: string) =>
    `<md:KeyDescriptor use="${use}"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${body64(cert)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
  const service = (binding: string, url: string) =>
    `<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${url}"/>`;
  return `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="urn:idp"><md:IDPSSODescriptor WantAuthnRequestsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${signing.map(({ cert }) => key('signing', cert)).join('')}${key('encryption', encryption.cert)}${service('HTTP-POST', 'https://idp.test/post')}${service('HTTP-Redirect', 'https://idp.test/go')}</md:IDPSSODescriptor></md:EntityDescriptor>`;
}
