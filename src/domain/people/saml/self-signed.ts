import { sign } from 'node:crypto';
import type forge from 'node-forge';

interface SelfSigned {
  /** PEM. */
  readonly publicKey: string;
  /** PEM. */
  readonly privateKey: string;
  readonly commonName: string;
  /** Hexadecimal digits of a positive number without a leading zero byte, which DER forbids. */
  readonly serialNumber: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/**
 * Returns a self-signed certificate as PEM. OpenSSL computes the signature, because node-forge would compute it in JavaScript,
 * which takes some 50 ms in which no request is answered.
 */
export function selfSigned(
  { pki, asn1, md }: Pick<typeof forge, 'asn1' | 'md' | 'pki'>,
  { publicKey, privateKey, commonName, ...values }: SelfSigned,
): string {
  const certificate = pki.createCertificate();
  certificate.publicKey = pki.publicKeyFromPem(publicKey);
  certificate.serialNumber = values.serialNumber;
  certificate.validity.notBefore = values.notBefore;
  certificate.validity.notAfter = values.notAfter;
  const name = [{ name: 'commonName', value: commonName }];
  certificate.setSubject(name);
  certificate.setIssuer(name);
  const signed = () => Buffer.from(asn1.toDer(certificate.tbsCertificate).getBytes(), 'latin1');
  const signer = Object.assign(pki.privateKeyFromPem(privateKey), {
    sign: () => sign('sha256', signed(), privateKey).toString('latin1'),
  });
  certificate.sign(signer, md.sha256.create());
  return pki.certificateToPem(certificate).replaceAll('\r', '');
}
