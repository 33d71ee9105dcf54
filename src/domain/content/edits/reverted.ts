import { invalid, referenceNotFound } from '../../../lib/errors.ts';
import type { ContentState } from '../../../loaders/content.ts';
import type { Context } from '../../context.ts';
import type { EntryState } from '../changes.ts';
import { readEntries } from '../entries.ts';
import type { PreparedOperation } from './prepare.ts';

/** Pages as they were, by the place of the operation that brings them back. */
export type RevertedPages = ReadonlyMap<string, EntryState>;

interface Reverting {
  readonly state: ContentState;
  /** Where pages come from when the operation names no revision. */
  readonly initialRevisionId: string | null;
}

/** Reads the pages that operations bring back. Throws reference_not_found, validation_failed. */
export async function readReverted(
  ctx: Context,
  operations: readonly PreparedOperation[],
  { state, initialRevisionId }: Reverting,
): Promise<RevertedPages> {
  const wanted = operations
    .filter(({ given }) => given.operation === 'revert_page')
    .map(({ given: { page, revision }, path }) => {
      const revisionId = revision ?? initialRevisionId;
      if (revisionId === null) throw invalid(`${path}.revision`, '"revision" is required', 'required');
      return { path, revisionId, pageId: page ?? '' };
    });
  if (wanted.length === 0) return new Map();
  const revisions = await Promise.all(wanted.map(({ revisionId }) => ctx.loaders.revision.load(revisionId)));
  const states = new Map<string, ContentState>();
  wanted.forEach(({ path, revisionId }, index) => {
    const revision = revisions[index];
    // A revision of another change request is not for everyone to see.
    if (!revision || ![state.spaceId, state.line].includes(revision.line))
      throw referenceNotFound(`${path}.revision`, 'revision', revisionId);
    states.set(revisionId, revision);
  });
  const found = new Map<string, EntryState>();
  await Promise.all(
    [...states].map(async ([revisionId, then]) => {
      const ids = wanted.filter((one) => one.revisionId === revisionId).map(({ pageId }) => pageId);
      for (const entry of await readEntries(ctx, then, ids)) found.set(`${revisionId} ${entry.id}`, entry);
    }),
  );
  return new Map(
    wanted.map(({ path, revisionId, pageId }) => {
      const entry = found.get(`${revisionId} ${pageId}`);
      if (entry?.kind !== 'page') throw referenceNotFound(`${path}.page`, 'page', pageId);
      return [path, entry];
    }),
  );
}
