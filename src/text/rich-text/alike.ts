import { isRecord } from '../../lib/is-record.ts';
import { derived } from './content-hash.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * Whether nodes say the same to readers: without keys, sources and the ids of headings, which depend on the other headings, and with one
 * blank where readers see one. Members that are false or empty may be missing. Nodes are compared as they are, because hashes of all
 * blocks of a page take longer than its reading.
 */
export function isAlike(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) || Array.isArray(other))
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, at) => isAlike(item, other[at]))
    );
  return isRecord(one) && isRecord(other) && hasSameMembers(one, other, noNames);
}

const noNames: ReadonlySet<string> = new Set();

const hasSameMembers = (one: Json, other: Json, leftOut: ReadonlySet<string>): boolean =>
  hasMembersOf(one, other, leftOut) && hasMembersOf(other, one, leftOut, true);

/** Whether the members of one that count are those of another, or, of those that the other lacks, empty. */
function hasMembersOf(one: Json, other: Json, leftOut: ReadonlySet<string>, onlyMissing = false): boolean {
  const isNode = typeof one['object'] === 'string';
  // A loop, because objects of all blocks of a page are compared.
  for (const name of Object.keys(one)) {
    const [member, wanted] = [one[name], other[name]];
    if (member === wanted || (onlyMissing && Object.hasOwn(other, name))) continue;
    if (leftOut.has(name) || (isNode && ignored.has(name))) continue;
    if (isNode && name === 'data' ? isAlikeData(member, wanted) : isAlikeMember(member, wanted)) continue;
    if (name !== 'text' || one['object'] !== 'leaf' || !isAlikeText(member, wanted)) return false;
  }
  return true;
}

const ignored: ReadonlySet<string> = new Set(['key', 'meta']);

const isAlikeMember = (one: unknown, other: unknown): boolean =>
  isAlike(one, other) || (isNothing(one) && isNothing(other));

/** Compares data without what is no content of it. */
const isAlikeData = (one: unknown = {}, other: unknown = {}): boolean =>
  isRecord(one) && isRecord(other) ? hasSameMembers(one, other, derived) : isAlikeMember(one, other);

/** Whether a member is written as none. */
const isNothing = (value: unknown): boolean => {
  if (typeof value !== 'object') return value === undefined || value === false;
  if (value === null) return false;
  return Array.isArray(value) ? value.length === 0 : Object.values(value).every(isNothing);
};

const isAlikeText = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string' && withSingleBlanks(one) === withSingleBlanks(other);

const withSingleBlanks = (text: string): string => text.replaceAll(/[^\S\n]{2,}/g, ' ');
