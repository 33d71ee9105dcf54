import { randomBytes } from 'node:crypto';

/** Every id starts with its type, so one string serves the database, GraphQL's `node(id:)` and REST. */
export const idPrefixes = {
  usr: 'User',
  tok: 'ApiToken',
  org: 'Organization',
  team: 'Team',
  inv: 'Invite',
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
} as const;

export type IdPrefix = keyof typeof idPrefixes;
export type TypeName = (typeof idPrefixes)[IdPrefix];

/** `cmt_8f3k…` → `Comment`; null when no type has that prefix. */
export function typeOfId(id: string): TypeName | null {
  const prefix = id.slice(0, Math.max(0, id.indexOf('_')));
  return Object.hasOwn(idPrefixes, prefix) ? idPrefixes[prefix as IdPrefix] : null;
}

/** A new id: the prefix and 20 random url-safe characters (120 bits). */
export const newId = (prefix: IdPrefix) => `${prefix}_${randomBytes(15).toString('base64url')}`;
