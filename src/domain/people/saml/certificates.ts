import { X509Certificate } from 'node:crypto';

/** Maximum number of certificates of one provider: the current one, its successor, and a reserve. */
const maxCertificates = 5;

/** Minimum size of an accepted RSA key, in bits. */
const minKeyBits = 2_048;

/** Properties by which people identify a certificate. */
export interface CertificateFacts {
  readonly subject: string;
  /** SHA-256 fingerprint as hexadecimal pairs separated by colons. */
  readonly fingerprint: string;
  readonly validFrom: Date;
  readonly expiresAt: Date;
  /** The certificate as PEM. */
  readonly pem: string;
}

/**
 * Parses certificates in a text that `findCertificateProblem` accepts. Of a chain, only its first certificate signs
 * assertions, so the certificates that have issued another one are left out.
 */
export function readCertificates(text: string): CertificateFacts[] {
  const certificates = decodeDer(text).map((der) => new X509Certificate(der));
  return listSigners(certificates).map((certificate) => ({
    subject: certificate.subject.replaceAll('\n', ', '),
    fingerprint: certificate.fingerprint256,
    validFrom: new Date(certificate.validFrom),
    expiresAt: new Date(certificate.validTo),
    pem: certificate.toString(),
  }));
}

const listSigners = (certificates: readonly X509Certificate[]) =>
  certificates.filter((issuer) => !certificates.some((other) => other !== issuer && isIssuedBy(other, issuer)));

/** Two certificates of one name and key, such as a renewed one beside its predecessor, issue nothing. */
const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate) =>
  !certificate.publicKey.equals(issuer.publicKey) &&
  certificate.checkIssued(issuer) &&
  certificate.verify(issuer.publicKey);

/**
 * Validates a text of certificates: PEM blocks with anything around them (RFC 7468, section 2), or base64 with an empty
 * line between certificates, alone or in elements of XML as metadata has them. Line breaks may be written as `\n` or `&#10;`.
 * Returns the problem, or null.
 */
export function findCertificateProblem(text: string): string | null {
  if (/PRIVATE KEY/.test(text)) return 'must be a certificate, and not a private key';
  if (text.trim() === '') return 'must not be blank; null removes the certificates';
  const found = decodeDer(text);
  if (found.length === 0) return 'must be an X.509 certificate, as PEM or base64';
  const certificates = found.map(parsed);
  if (!certificates.every((certificate) => certificate !== null))
    return 'must be an X.509 certificate, as PEM or base64';
  const signers = listSigners(certificates);
  if (signers.length > maxCertificates) return `must contain at most ${maxCertificates} certificates`;
  return signers.map(findKeyProblem).find((problem) => problem !== null) ?? null;
}

function findKeyProblem({ publicKey }: X509Certificate): string | null {
  const { asymmetricKeyType, asymmetricKeyDetails } = publicKey;
  if (asymmetricKeyType !== 'rsa') return 'must have an RSA key: signatures of other kinds cannot be checked';
  if ((asymmetricKeyDetails?.modulusLength ?? 0) < minKeyBits) return `must have a key of at least ${minKeyBits} bits`;
  return null;
}

function parsed(der: Buffer): X509Certificate | null {
  try {
    const certificate = new X509Certificate(der);
    // Node parses the key lazily, and throws for an unsupported one.
    return certificate.publicKey ? certificate : null;
  } catch {
    return null;
  }
}

const pemBlock =
  /-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----([\s\S]*?)-----END (?:X509 |TRUSTED )?CERTIFICATE-----/g;

const xmlElement = /<(?:[\w-]{1,20}:)?X509Certificate(?:\s[^<>]{0,500})?>([^<]*)/g;

/** Returns the certificates as DER; empty when a part of the text is none. */
export function decodeDer(text: string): Buffer[] {
  const elements = [...text.matchAll(xmlElement)].map(([, body = '']) => body);
  const plain = elements.length > 0 ? elements.join('\n\n') : text;
  const lines = plain.replaceAll(/\\+r|&#(?:13|x0?d);/gi, '\r').replaceAll(/\\+n|&#(?:10|x0?a);/gi, '\n');
  const blocks = [...lines.matchAll(pemBlock)].map(([, body = '']) => body);
  const isCutOff = /-----BEGIN [A-Z0-9 ]*CERTIFICATE-----/.test(lines.replaceAll(pemBlock, ''));
  const parts = blocks.length > 0 ? blocks : lines.split(/\r?\n\s*\n/);
  const bodies = parts.map((part) => part.replaceAll(/\s+/g, '')).filter((part) => part !== '');
  if (isCutOff || bodies.some((body) => !/^[A-Za-z0-9+/]+={0,2}$/.test(body))) return [];
  return bodies.map((body) => Buffer.from(body, 'base64'));
}
