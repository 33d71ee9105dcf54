import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';
const secretBytes = 32;

/** Creates the secret of a webhook in the form of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export const newWebhookSecret = () => `${prefix}${randomBytes(secretBytes).toString('base64')}`;

/** Whether a text is a secret in that form, with 24 to 64 bytes. */
export function isWebhookSecret(text: string): boolean {
  const base64 = text.slice(prefix.length);
  const key = Buffer.from(base64, 'base64');
  return text.startsWith(prefix) && key.toString('base64') === base64 && key.length >= 24 && key.length <= 64;
}

/** How an answer may repeat a secret: with its beginning and padding or without, escaped, and as other texts of the same bytes. */
function spellingsOf(secret: string): string[] {
  const base64 = secret.slice(prefix.length);
  const key = Buffer.from(base64, 'base64');
  const hex = key.toString('hex');
  return [secret, base64, base64.replace(/=+$/, ''), key.toString('base64url'), hex, hex.toUpperCase()].flatMap(
    (text) => [text, encodeURIComponent(text), text.replaceAll('/', '\\/')],
  );
}

/** A text without the secrets that it repeats. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const spellings = [...new Set(secrets.flatMap(spellingsOf))].toSorted((one, other) => other.length - one.length);
  return spellings.reduce((rest, spelling) => rest.replaceAll(spelling, '[secret]'), text);
}

export interface SignedMessage {
  /** Id of the event, the same for each attempt. */
  readonly id: string;
  /** Time of the attempt. */
  readonly at: Date;
  readonly body: string;
}

/** The headers of a message by Standard Webhooks 1.0.0, with a signature by each secret. */
export function signedHeaders({ id, at, body }: SignedMessage, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
