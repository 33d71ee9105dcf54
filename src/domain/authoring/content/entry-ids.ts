import { unpairId } from '../../../lib/ids.ts';
import type { ContentOperation, ReferenceInput } from './edits/operation.ts';
import type { Revision } from './revisions.ts';

/**
 * Extracts the id of an entry from its GraphQL id in the state through which the revision was read; other ids are
 * returned as they are.
 */
export const entryIdIn = ({ id: revisionId, line, activeOf }: Pick<Revision, 'id' | 'line' | 'activeOf'>, id: string) =>
  unpairId(id, [revisionId, line, activeOf]);

/** Replaces the GraphQL ids in an operation by the ids of the entries. */
export function withEntryIds(operation: ContentOperation, line: string): ContentOperation {
  const { page, into, file, reusableContent, target, cover, revision } = operation;
  const owners = [line, revision];
  const given = { page, into, file, reusableContent };
  const ids = Object.entries(given).flatMap(([member, id]) =>
    typeof id === 'string' ? [[member, unpairId(id, owners)]] : [],
  );
  return {
    ...operation,
    ...Object.fromEntries(ids),
    ...(target ? { target: referenceIn(line, target) } : {}),
    ...(cover ? { cover: coverIn(line, cover) } : {}),
  };
}

const coverIn = (line: string, { ref, refDark, ...cover }: NonNullable<ContentOperation['cover']>) => ({
  ...cover,
  ...(ref === undefined ? {} : { ref: ref && referenceIn(line, ref) }),
  ...(refDark === undefined ? {} : { refDark: refDark && referenceIn(line, refDark) }),
});

const referenceIn = (line: string, { page, file, ...reference }: ReferenceInput): ReferenceInput => ({
  ...reference,
  ...(page === undefined ? {} : { page: page && unpairId(page, [line]) }),
  ...(file === undefined ? {} : { file: file && unpairId(file, [line]) }),
});
