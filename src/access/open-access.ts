import { effectiveRole, resolvedDefault, type AccessLevel } from './effective-role.ts';
import { maxFacts } from './queries/open-access.ts';
import { grantsIn } from './queries/resource-access.ts';
import type { ResourceAccess } from './resource-access.ts';
import type { Level, Role } from './roles.ts';

/** What `accessFacts` read, with the caller's role in the organization and the organization's default role. */
export interface OpenAccessFacts {
  readonly collections: string | null;
  readonly grants: string | null;
  readonly memberRole: Role;
  readonly rootLevel: Role | null;
}

/** The access to a space by its own level, its grants and those of the collections above it. */
type AccessTo = (space: {
  readonly id: string;
  readonly parentId: string | null;
  readonly defaultLevel: string;
}) => ResourceAccess;

/**
 * The caller's access to each space of an organization, by the rule of `effectiveRole`. Null where a level or a grant of
 * `none` may hide spaces, and where there is more to read than is worth it. The levels of spaces are the business of who
 * reads them.
 */
export function openAccess({ collections, grants, memberRole, rootLevel }: OpenAccessFacts): AccessTo | null {
  const collectionLines = linesOf(collections);
  const grantLines = linesOf(grants);
  const isMuch = collectionLines.length > maxFacts || grantLines.length > maxFacts;
  const hides = ([, word]: readonly string[]) => word === 'none' || word === '+none';
  if (isMuch || collectionLines.some(hides) || grantLines.some(hides)) return null;
  const granted = new Map<string, string[]>();
  for (const [id = '', word = ''] of grantLines) granted.set(id, [...(granted.get(id) ?? []), word]);
  const above = new Map(collectionLines.map(([id = '', level = '', parentId]) => [id, { level, parentId }]));
  const levelOf = (id: string, defaultLevel: string): AccessLevel => ({
    defaultLevel: defaultLevel as Level,
    ...grantsIn(granted.get(id) ?? []),
  });
  const levelsFrom = (id: string | null | undefined): AccessLevel[] => {
    const collection = id === null || id === undefined ? undefined : above.get(id);
    return id && collection ? [levelOf(id, collection.level), ...levelsFrom(collection.parentId)] : [];
  };
  const accessBy = (levels: readonly AccessLevel[]): ResourceAccess => ({
    role: effectiveRole({ role: memberRole }, levels),
    level: resolvedDefault(levels, rootLevel),
  });
  const inherited = new Map<string | null, ResourceAccess>();
  return ({ id, parentId, defaultLevel }) => {
    if (defaultLevel !== 'inherit' || granted.has(id))
      return accessBy([levelOf(id, defaultLevel), ...levelsFrom(parentId)]);
    const known = inherited.get(parentId) ?? accessBy(levelsFrom(parentId));
    inherited.set(parentId, known);
    return known;
  };
}

const linesOf = (text: string | null): string[][] => text?.split('\n').map((line) => line.split(' ')) ?? [];
