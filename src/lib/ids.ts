import { randomBytes } from 'node:crypto';

/**
 * Prefix of an id by type. Most ids are the same in the database, in REST and in GraphQL. What exists in several states
 * or places has a longer id in GraphQL, of which its own id is a part. See docs/reference/resources.md#ids.
 */
export const idPrefixes = {
  usr: 'User',
  tok: 'ApiToken',
  org: 'Organization',
  team: 'Team',
  inv: 'Invite',
  saml: 'SamlProvider',
  grant: 'Grant',
  col: 'Collection',
  spc: 'Space',
  cmt: 'Comment',
  rpl: 'CommentReply',
  cr: 'ChangeRequest',
  rvw: 'ChangeRequestReview',
  rev: 'Revision',
  pg: 'Page',
  file: 'File',
  job: 'Job',
  rc: 'ReusableContent',
  pdf: 'PdfExport',
  exp: 'Export',
  site: 'Site',
  sec: 'SiteSection',
  sgr: 'SiteSectionGroup',
  ssp: 'SiteSpace',
  slk: 'SiteShareLink',
  rnd: 'Renderer',
  red: 'SiteRedirect',
  doc: 'Document',
  live: 'Revision',
  mbr: 'Member',
  tmb: 'TeamMember',
  cfl: 'ContentConflict',
  intg: 'Integration',
  inst: 'IntegrationInstallation',
  spec: 'OpenAPISpec',
  specv: 'OpenAPISpecVersion',
  tr: 'TranslationSettings',
  gls: 'GlossaryEntry',
  trs: 'TranslatedSpace',
} as const;

export type IdPrefix = keyof typeof idPrefixes;
export type TypeName = (typeof idPrefixes)[IdPrefix];

/** Returns the type of an id by its prefix: `cmt_8f3k…` is a `Comment`. Returns null for an unknown prefix. */
export function typeOfId(id: string): TypeName | null {
  const prefix = id.slice(0, Math.max(0, id.indexOf('_')));
  return Object.hasOwn(idPrefixes, prefix) ? idPrefixes[prefix as IdPrefix] : null;
}

/** Creates an id: the prefix and 20 random URL-safe characters (120 bits). */
export const newId = (prefix: IdPrefix) => `${prefix}_${randomBytes(15).toString('base64url')}`;

/** Whether a text is an id with this prefix, as `newId` creates them. */
export const isId = (prefix: IdPrefix, text: string): boolean =>
  text.length === prefix.length + 21 && text.startsWith(`${prefix}_`) && /^[\w-]{20}$/.test(text.slice(-20));

/**
 * The id of an object that is identified by two others, such as a membership, with its own prefix: `mbr_org_….usr_…`
 * for a member.
 */
export const pairId = (prefix: IdPrefix, one: string, other: string): string => `${prefix}_${joinIds(one, other)}`;

/** The two ids in an id that `pairId` made with this prefix; null for every other id. */
export const readPairId = (prefix: IdPrefix, id: string): readonly [one: string, other: string] | null =>
  id.startsWith(`${prefix}_`) ? splitIds(id.slice(prefix.length + 1)) : null;

/** Separates the parts of a longer id: safe in URLs, and part of no other id. */
const separator = '.';

/** An id that is made of others: `pg_….spc_…` for a page in the main content. */
export const joinIds = (...parts: readonly [string, string, ...string[]]): string => parts.join(separator);

/**
 * The id of something from that id or from the longer one that it has in a state or place. The latter counts in its own
 * place only, which is one of `owners`: elsewhere it would name what the caller did not mean, so it is left as it is, and
 * nothing has such an id.
 */
export function unpairId(id: string, owners: readonly (string | null | undefined)[]): string {
  const [own, rest] = splitIds(id) ?? [id];
  if (rest === undefined) return id;
  const [owner] = splitIds(rest) ?? [rest];
  return owners.includes(owner) ? own : id;
}

/** The part before the first separator, and everything after it; null for an id that has no parts. */
export function splitIds(id: string): readonly [first: string, rest: string] | null {
  const at = id.indexOf(separator);
  return at === -1 ? null : [id.slice(0, at), id.slice(at + 1)];
}
