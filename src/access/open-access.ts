import { addToList } from '../lib/add-to-list.ts';
import { effectiveRole, resolvedDefault, type AccessLevel } from './effective-role.ts';
import { maxFacts } from './queries/open-access.ts';
import { grantsIn } from './queries/resource-access.ts';
import type { ResourceAccess } from './resource-access.ts';
import type { Level, Role } from './roles.ts';

/** The result of `accessFacts`, with the caller's role in the organization and its default role. */
export interface OpenAccessFacts {
  readonly collections: string | null;
  readonly grants: string | null;
  readonly inSites: string | null;
  readonly memberRole: Role;
  readonly rootLevel: Role | null;
}

/** A space with what its access depends on. */
interface SpaceFacts {
  readonly id: string;
  readonly parentId: string | null;
  readonly defaultLevel: string;
}

/** The access to a space by its own level, its grants and those of the collections above it, and whether a site has it. */
type AccessTo = (space: SpaceFacts) => ResourceAccess & { readonly isInSite: boolean };

/**
 * Creates a function that computes the caller's access to each space of an organization, by the rule of
 * `effectiveRole`. Null when a level or grant of `none` may hide spaces, or when there are too many facts. The caller
 * must check the levels of the spaces themselves.
 */
export function openAccess(facts: OpenAccessFacts): AccessTo | null {
  const collectionLines = listLines(facts.collections);
  const grantLines = listLines(facts.grants);
  const inSites = new Set(facts.inSites?.split('\n'));
  const hasTooManyFacts = [collectionLines.length, grantLines.length, inSites.size].some((length) => length > maxFacts);
  const hides = ([, word]: readonly string[]) => word === 'none' || word === '+none';
  if (hasTooManyFacts || collectionLines.some(hides) || grantLines.some(hides)) return null;
  const granted = new Map<string, string[]>();
  for (const [id = '', word = ''] of grantLines) addToList(granted, id, word);
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
    role: effectiveRole({ role: facts.memberRole }, levels),
    level: resolvedDefault(levels, facts.rootLevel),
  });
  const inherited = new Map<string | null, ResourceAccess>();
  const accessTo = ({ id, parentId, defaultLevel }: SpaceFacts) => {
    if (defaultLevel !== 'inherit' || granted.has(id))
      return accessBy([levelOf(id, defaultLevel), ...levelsFrom(parentId)]);
    const known = inherited.get(parentId) ?? accessBy(levelsFrom(parentId));
    inherited.set(parentId, known);
    return known;
  };
  return (space) => ({ ...accessTo(space), isInSite: inSites.has(space.id) });
}

const listLines = (text: string | null): string[][] => text?.split('\n').map((line) => line.split(' ')) ?? [];
