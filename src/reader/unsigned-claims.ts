import { selectQuery, withQuery } from '../lib/query.ts';
import { isRecord } from '../lib/is-record.ts';
import { claimsOf, unsignedName } from '../domain/people/visitors/claims.ts';
import type { Visit } from '../domain/publishing/addresses/visit.ts';
import type { ReaderAnswer } from './answer.ts';
import type { ReaderRequest } from './reading.ts';
import { claimsCookie, seeOther, writeCookie } from './cookies.ts';

/** What begins the names of query parameters that are claims of the visitor: `?visitor.plan=pro`. */
const queryPrefix = 'visitor.';

/** Maximum length of the claims that a browser keeps, in characters. */
const maxLength = 2_000;

/** How long a browser keeps them: 30 days in seconds. */
const keptSeconds = 2_592_000;

/** The claims in a header `Cookie`, which nobody has signed. Browsers send only the cookies of the site. */
export function readUnsignedClaims(header: string | undefined): unknown {
  const [, value = ''] = /(?:^|;\s*)(?:__Secure-)?octavo-claims-site_[\w-]+=([\w-]*)/.exec(header ?? '') ?? [];
  if (value === '' || value.length > maxLength) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(value, 'base64url').toString());
    return isRecord(claims) ? claims : undefined;
  } catch {
    return undefined;
  }
}

type Query = Readonly<Record<string, string>>;

/** Whether a query names claims. */
export const namesClaims = (query: Query): boolean => Object.keys(query).some((name) => name.startsWith(queryPrefix));

/**
 * Answers a visitor whose address names claims: the browser keeps those that the site knows, beside earlier ones, and gets the
 * address without them. Null where the site knows none, and too many.
 */
export function answerClaims(
  { site, root, visitor }: Visit,
  {
    url,
    query,
    search,
    visitor: { unsignedClaims: known },
  }: Pick<ReaderRequest, 'url' | 'query' | 'search' | 'visitor'>,
): ReaderAnswer | null {
  if (visitor.admission.preview === true) return null;
  const members = Object.entries(query)
    .filter(([name]) => name.startsWith(queryPrefix))
    .map(([name, value]) => [name.slice(queryPrefix.length), value] as const);
  const select = (unsigned: unknown) => claimsOf(site.schema, { unsigned })[unsignedName];
  if (Object.keys(select(mergeClaims({}, members)) ?? {}).length === 0) return null;
  const claims = select(mergeClaims(isRecord(known) ? known : {}, members));
  const value = Buffer.from(JSON.stringify(claims)).toString('base64url');
  if (value.length > maxLength) return null;
  const rest = selectQuery(search, (name) => !name.startsWith(queryPrefix));
  const cookie = writeCookie({ name: claimsCookie(site.id), root, value, seconds: keptSeconds });
  return seeOther(withQuery(url, rest), cookie);
}

/** Sets members of claims by their names, of which a dot leads into a member: `plan.name`. */
function mergeClaims(base: Readonly<Record<string, unknown>>, members: readonly (readonly [string, string])[]) {
  const claims = structuredClone(base) as Record<string, unknown>;
  for (const [name, value] of members) {
    const path = name.split('.');
    const last = path.pop();
    if (last === undefined || path.length > 4 || [...path, last].includes('__proto__')) continue;
    let at = claims;
    for (const step of path) {
      const inside = Object.hasOwn(at, step) ? at[step] : undefined;
      const next: Record<string, unknown> = isRecord(inside) ? inside : {};
      at[step] = next;
      at = next;
    }
    at[last] = value;
  }
  return claims;
}
