import { createHmac, timingSafeEqual } from 'node:crypto';

/** Headers of a request, in lower case. */
export type HookHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** What the host of a repository sends after a push. */
export interface HookRequest {
  readonly headers: HookHeaders;
  /** The bytes as they were sent, which are signed. */
  readonly body: Buffer;
}

/** How old a signature with a time may be, in milliseconds, as Standard Webhooks recommends. */
const toleranceMs = 300_000;

/**
 * Whether a request shows that its sender has the secret, in one of the ways of the hosts. Which host a connection names is no matter:
 * each way proves the same.
 */
export function isSigned({ headers, body }: HookRequest, secret: string, now: Date): boolean {
  const hex = createHmac('sha256', secret).update(body).digest('hex');
  const expected: Readonly<Record<string, string>> = {
    // GitHub, and Gitea and Forgejo beside their own.
    'x-hub-signature-256': `sha256=${hex}`,
    // Bitbucket.
    'x-hub-signature': `sha256=${hex}`,
    'x-gitea-signature': hex,
    'x-forgejo-signature': hex,
    // GitLab without signing tokens.
    'x-gitlab-token': secret,
    'x-octavo-token': secret,
  };
  const isEqual = ([name, value]: [string, string]) => {
    const given = headers[name];
    return typeof given === 'string' && isSame(given, value);
  };
  return Object.entries(expected).some(isEqual) || isSignedByStandard({ headers, body }, secret, now);
}

/** Whether a request is signed by Standard Webhooks, as GitLab does with a signing token. */
function isSignedByStandard({ headers, body }: HookRequest, secret: string, now: Date): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': given } = headers;
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof given !== 'string') return false;
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Number(timestamp) * 1_000 - now.getTime()) > toleranceMs) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  return given.split(' ').some((signature) => isSame(signature, `v1,${signed}`));
}

/** Compares in a time that does not tell where two texts differ. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
