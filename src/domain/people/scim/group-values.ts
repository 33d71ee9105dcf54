import { invalid } from '../../../lib/errors.ts';
import { isRecord } from '../../../lib/is-record.ts';
import { maxGroupMembers, ScimGroupValues } from './fields.ts';
import { memberOf, readText, type Operation } from './operations.ts';
import { checked } from './user-values.ts';

/** A group of a request. `members` is null when it says nothing of them. */
export interface GivenGroup {
  readonly values: ScimGroupValues;
  readonly members: readonly string[] | null;
}

/** Reads a group of a request. Throws invalidValue. */
export function readGroup(body: unknown): GivenGroup {
  if (!isRecord(body)) throw invalid('body', 'The body must be a group', 'invalidSyntax');
  const members = memberOf(body, 'members');
  const values = {
    displayName: readText(memberOf(body, 'displayname'), 'displayName')?.trim() ?? '',
    externalId: readText(memberOf(body, 'externalid'), 'externalId'),
  };
  return {
    values: checked(ScimGroupValues, values),
    members: members === undefined || members === null ? null : readMembers(members),
  };
}

/** The ids of members of a request. Throws invalidValue, tooMany. */
function readMembers(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  if (list.length > maxGroupMembers)
    throw invalid('members', `A request names at most ${maxGroupMembers} members`, 'tooMany');
  return list.map((one) => {
    const id = isRecord(one) ? memberOf(one, 'value') : one;
    if (typeof id !== 'string') throw invalid('members', 'Each member has an id as its "value"', 'invalidValue');
    if (isRecord(one) && isGroup(memberOf(one, 'type')))
      throw invalid('members', 'Groups within groups are not supported: name the users', 'invalidValue');
    return id;
  });
}

const isGroup = (type: unknown) => typeof type === 'string' && type.toLowerCase() === 'group';

/** What operations make of a group. */
export interface GroupChange {
  readonly values: ScimGroupValues;
  readonly members: ReadonlySet<string>;
}

/** Applies operations in their order. Throws invalidValue, mutability. */
export function patchGroup(now: GroupChange, operations: readonly Operation[]): GroupChange {
  const { values, members } = operations.reduce(applied, now);
  return { values: checked(ScimGroupValues, values), members };
}

function applied(group: GroupChange, { op, path, value }: Operation): GroupChange {
  const { values } = group;
  switch (path.attribute) {
    case 'displayname':
      if (op === 'remove') throw invalid('displayName', '"displayName" cannot be removed', 'mutability');
      return { ...group, values: { ...values, displayName: readText(value, 'displayName')?.trim() ?? '' } };
    case 'externalid':
      return { ...group, values: { ...values, externalId: op === 'remove' ? null : readText(value, 'externalId') } };
    case 'members':
      return { ...group, members: membersAfter(group.members, { op, path, value }) };
    default:
      return group;
  }
}

function membersAfter(members: ReadonlySet<string>, { op, path, value }: Operation): ReadonlySet<string> {
  const { where } = path;
  if (where !== null && where.attribute !== 'value')
    throw invalid('path', 'Members are named by their value', 'invalidPath');
  const named = where === null ? readNamed(value) : new Set([String(where.value)]);
  if (op === 'remove') return named === null ? new Set() : new Set([...members].filter((id) => !named.has(id)));
  return new Set([...(op === 'add' ? members : []), ...(named ?? [])]);
}

const readNamed = (value: unknown): ReadonlySet<string> | null =>
  value === undefined || value === null ? null : new Set(readMembers(value));
