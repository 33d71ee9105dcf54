import crypto, { X509Certificate } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, expect, it, vi } from 'vitest';
import { createServiceKey } from '../../../src/domain/people/saml/service-key.ts';

/** Lets the random bytes of the program begin with these. */
function beginRandomBytesWith(start: readonly number[]) {
  const bytes = (size: number) => Buffer.concat([Buffer.from(start), Buffer.alloc(size, 0x11)]).subarray(0, size);
  vi.spyOn(crypto, 'randomBytes').mockImplementation(bytes as typeof crypto.randomBytes);
  syncBuiltinESMExports();
}
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

it.each([[[0x00]], [[0x00, 0x00]], [[0x00, 0x7f]], [[0x00, 0x80]], [[0x7f]], [[0x80]], [[0xff]], [[0xff, 0xff]]])(
  'a service certificate has a positive serial number in DER when its random bytes begin with %j',
  async (start) => {
    beginRandomBytesWith(start);
    const ctx = { encryptionKey: Buffer.alloc(32), now: () => new Date('2026-01-01T00:00:00Z') };
    const { serviceCertificate } = await createServiceKey(ctx, 'saml_1');
    expect(crypto.randomBytes).toHaveBeenCalled();
    // Throws for a serial number that DER forbids.
    const certificate = new X509Certificate(serviceCertificate);
    expect(certificate.serialNumber).toMatch(/^[0-9A-F]{16,40}$/);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
  },
);
