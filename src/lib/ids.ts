import { randomBytes } from 'node:crypto';

/**
 * Id prefixes by type. Most ids are the same in the database, in REST and in GraphQL. An object that exists in several
 * states or places has a longer id in GraphQL, which contains its own id. See docs/reference/resources.md#ids.
 */
export const idPrefixes = {
  usr: 'User',
  tok: 'ApiToken',
  psk: 'Passkey',
  org: 'Organization',
  team: 'Team',
  inv: 'Invite',
  saml: 'SamlProvider',
  oidc: 'OidcProvider',
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
  spec: 'OpenApiSpec',
  specv: 'OpenApiSpecVersion',
  tr: 'TranslationSettings',
  gls: 'GlossaryEntry',
  trs: 'TranslatedSpace',
  evt: 'Event',
  whk: 'Webhook',
  dlv: 'WebhookDelivery',
  fbk: 'PageFeedback',
  wch: 'Watch',
  ntf: 'Notification',
  gop: 'GitOperation',
  git: 'ConnectedRepository',
  tpl: 'Template',
  frs: 'PageFreshness',
} as const;

export type IdPrefix = keyof typeof idPrefixes;
export type TypeName = (typeof idPrefixes)[IdPrefix];

/** Returns the type of an id by its prefix: `cmt_8f3k…` is a `Comment`. Returns null for an unknown prefix. */
export function typeOfId(id: string): TypeName | null {
  const prefix = id.slice(0, Math.max(0, id.indexOf('_')));
  return Object.hasOwn(idPrefixes, prefix) ? idPrefixes[prefix as IdPrefix] : null;
}

/** `SiteSpace` → `site-space` */
export const kebab = (name: string) => name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, '-$&').toLowerCase();

/** Creates ids from a source of random bytes: the prefix and 20 random URL-safe characters (120 bits). */
export const idsFrom =
  (random: (size: number) => Buffer) =>
  (prefix: IdPrefix): string =>
    `${prefix}_${random(15).toString('base64url')}`;

export const newId = idsFrom(randomBytes);

/** Whether a text is an id with this prefix, as `newId` creates them. */
export const isId = (prefix: IdPrefix, text: string): boolean =>
  text.length === prefix.length + 21 && text.startsWith(`${prefix}_`) && /^[\w-]{20}$/.test(text.slice(-20));

/** Creates the id of an object that is identified by two others, such as a membership: `mbr_org_….usr_…`. */
export const pairId = (prefix: IdPrefix, one: string, other: string): string => `${prefix}_${joinIds(one, other)}`;

/** Splits an id made by `pairId` with this prefix; null for any other id. */
export const readPairId = (prefix: IdPrefix, id: string): readonly [one: string, other: string] | null =>
  id.startsWith(`${prefix}_`) ? splitIds(id.slice(prefix.length + 1)) : null;

/** Separator of the parts of a longer id. Safe in URLs, and part of no other id. */
const separator = '.';

/** Joins ids to a longer one: `pg_….spc_…` for a page in main content. */
export const joinIds = (...parts: readonly [string, string, ...string[]]): string => parts.join(separator);

/**
 * Extracts the own id of an object from its longer id in a state or place. A longer id is only valid for one of
 * `owners`; for any other owner it is returned unchanged, so that it matches nothing. Short ids are returned unchanged
 * too.
 */
export function unpairId(id: string, owners: readonly (string | null | undefined)[]): string {
  const [own, rest] = splitIds(id) ?? [id];
  if (rest === undefined) return id;
  const [owner] = splitIds(rest) ?? [rest];
  return owners.includes(owner) ? own : id;
}

/** Splits an id at the first separator; null for an id without parts. */
export function splitIds(id: string): readonly [first: string, rest: string] | null {
  const at = id.indexOf(separator);
  return at === -1 ? null : [id.slice(0, at), id.slice(at + 1)];
}
