import { describe, expect, it } from 'vitest';
import { decrypt, encrypt } from '../../src/lib/encryption.ts';
import { fc } from '../setup/properties.ts';
import { randomBytes } from '../setup/seed.ts';

const key = randomBytes(32);

describe('encrypt and decrypt', () => {
  it('encrypted values can be read back with the same key and owner, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, owner) => {
        expect(decrypt(key, encrypt(key, text, owner), owner)).toBe(text);
      }),
    );
  });

  it('encrypted values cannot be read with another key, for another owner, or after any byte was changed', () => {
    const sealed = encrypt(key, 'secret', 'integration:a/TOKEN');
    expect(() => decrypt(randomBytes(32), sealed, 'integration:a/TOKEN')).toThrow();
    expect(() => decrypt(key, sealed, 'integration:b/TOKEN')).toThrow();
    for (let index = 0; index < Buffer.from(sealed, 'base64').length; index++) {
      const changed = Buffer.from(sealed, 'base64');
      changed[index]! ^= 1;
      expect(() => decrypt(key, changed.toString('base64'), 'integration:a/TOKEN')).toThrow();
    }
  });

  it('encrypted values contain no part of the text, and differ each time', () => {
    const [first, second] = [encrypt(key, 'secret', 'x'), encrypt(key, 'secret', 'x')];
    expect(first).not.toBe(second);
    for (const text of [first, second]) expect(Buffer.from(text, 'base64').includes('secret')).toBe(false);
  });
});
