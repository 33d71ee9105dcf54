import type { HookRequest } from './hook-signature.ts';

/** Bodies above this size in bytes are not read: that there was one is enough. */
const mostRead = 262_144;

/** The event of each host that tells of a push, by the header that names events. */
const pushes: readonly (readonly [header: string, event: RegExp])[] = [
  ['x-github-event', /^push$/],
  ['x-gitea-event', /^push$/],
  ['x-forgejo-event', /^push$/],
  ['x-gitlab-event', /^(?:Push|System) Hook$/],
  ['x-event-key', /^repo:push$/],
];

/**
 * Whether a request tells of a push to a branch. One that does not say what it is about may. What the body says is believed no further:
 * the repository is looked at.
 */
export function concernsBranch({ headers, body }: HookRequest, ref: string): boolean {
  const named = pushes.find(([header]) => headers[header] !== undefined);
  if (named && !named[1].test(String(headers[named[0]]))) return false;
  const refs = body.length > mostRead ? [] : listRefs(readBody(body, String(headers['content-type'] ?? '')));
  return refs.length === 0 || refs.includes(ref);
}

/** What a body says, by its media type; null for one that cannot be read. */
export function readBody(body: Buffer, type: string): unknown {
  const text = body.toString();
  try {
    return JSON.parse(
      type.startsWith('application/x-www-form-urlencoded') ? (new URLSearchParams(text).get('payload') ?? '') : text,
    );
  } catch {
    return null;
  }
}

/** The references that a push changed. */
function listRefs(payload: unknown): string[] {
  if (!isObject(payload)) return [];
  if (typeof payload['ref'] === 'string') return [payload['ref']];
  // Bitbucket tells the branches of a push together.
  const { push } = payload;
  const changes = isObject(push) && Array.isArray(push['changes']) ? (push['changes'] as unknown[]) : [];
  return changes.flatMap((change) => {
    const branches = isObject(change) ? [change['new'], change['old']] : [];
    return branches.flatMap((branch) =>
      isObject(branch) && typeof branch['name'] === 'string'
        ? [`refs/${branch['type'] === 'tag' ? 'tags' : 'heads'}/${branch['name']}`]
        : [],
    );
  });
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
