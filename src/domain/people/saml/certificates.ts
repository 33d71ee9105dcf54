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

/** Parses certificates in a text that `findCertificateProblem` accepts. */
export const readCertificates = (text: string): CertificateFacts[] =>
  derOf(text).map((der) => {
    const certificate = new X509Certificate(der);
    return {
      subject: certificate.subject.replaceAll('\n', ', '),
      fingerprint: certificate.fingerprint256,
      validFrom: new Date(certificate.validFrom),
      expiresAt: new Date(certificate.validTo),
      pem: certificate.toString(),
    };
  });

/**
 * Validates a text of certificates: PEM blocks, or base64 with an empty line between certificates. Returns the problem,
 * or null.
 */
export function findCertificateProblem(text: string): string | null {
  if (/PRIVATE KEY/.test(text)) return 'must be a certificate, and not a private key';
  const found = derOf(text);
  if (found.length === 0) return 'must be an X.509 certificate, as PEM or base64';
  if (found.length > maxCertificates) return `must contain at most ${maxCertificates} certificates`;
  const problems = found.map(problemOf).filter((problem) => problem !== null);
  return problems[0] ?? null;
}

function problemOf(der: Buffer): string | null {
  const certificate = parsed(der);
  if (certificate === null) return 'must be an X.509 certificate, as PEM or base64';
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
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

const pemBlock = /-----BEGIN CERTIFICATE-----([\s\S]*?)-----END CERTIFICATE-----/g;

function derOf(text: string): Buffer[] {
  const blocks = [...text.matchAll(pemBlock)].map(([, body = '']) => body);
  const parts = blocks.length > 0 ? blocks : text.split(/\r?\n\s*\n/);
  const around = blocks.length > 0 ? text.replaceAll(pemBlock, '') : '';
  const bodies = [...parts, around].map((part) => part.replaceAll(/\s+/g, '')).filter((part) => part !== '');
  if (bodies.some((body) => !/^[A-Za-z0-9+/]+={0,2}$/.test(body))) return [];
  return bodies.map((body) => Buffer.from(body, 'base64'));
}
