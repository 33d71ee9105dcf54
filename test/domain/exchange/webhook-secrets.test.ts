import { expect, it } from 'vitest';
import { fc } from '../../setup/properties.ts';
import { newWebhookSecret, withoutSecrets } from '../../../src/domain/exchange/webhooks/sign.ts';

const spellings: Readonly<Record<string, (secret: string, key: Buffer) => string>> = {
  whole: (secret) => secret,
  'without its beginning': (secret) => secret.slice('whsec_'.length),
  'without padding': (secret) => secret.slice('whsec_'.length).replaceAll('=', ''),
  'in a URL': (secret) => encodeURIComponent(secret),
  'in a URL without its beginning': (_secret, key) => encodeURIComponent(key.toString('base64')),
  'in JSON that escapes slashes': (secret) => JSON.stringify(secret).replaceAll('/', String.raw`\/`),
  'in base64url': (_secret, key) => key.toString('base64url'),
  'in hexadecimal': (_secret, key) => key.toString('hex'),
  'in capital hexadecimal': (_secret, key) => key.toString('hex').toUpperCase(),
};

it.each(Object.keys(spellings))('a secret that an answer repeats %s is not stored', (name) => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      const [one, other] = [newWebhookSecret(), newWebhookSecret()];
      const key = Buffer.from(one.slice('whsec_'.length), 'base64');
      const spelled = spellings[name]!(one, key);
      const text = withoutSecrets(`${before}${spelled}${after}`, [other, one]);
      expect(text).not.toContain(spelled.replaceAll('"', ''));
      expect(text).toContain('[secret]');
    }),
  );
});
