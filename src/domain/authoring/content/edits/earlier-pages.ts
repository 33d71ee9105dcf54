import { invalid, referenceNotFound } from '../../../../lib/errors.ts';
import type { ContentState } from '../../../../db/content/states.ts';
import type { Context } from '../../../core/context.ts';
import type { EntryState } from '../../../../text/content/changes.ts';
import { listEntries } from '../queries/entries.ts';
import type { PreparedOperation } from './prepared.ts';

/** Earlier states of pages, by the path of the operation that restores them. */
export type EarlierPages = ReadonlyMap<string, EntryState>;

interface RevertOptions {
  readonly state: ContentState;
  /** Used when an operation does not name a revision. */
  readonly initialRevisionId: string | null;
}

/** Reads the pages that operations restore. Throws reference_not_found, validation_failed. */
export async function loadEarlierPages(
  ctx: Context,
  operations: readonly PreparedOperation[],
  { state, initialRevisionId }: RevertOptions,
): Promise<EarlierPages> {
  const wanted = operations
    .filter(({ input }) => input.operation === 'revert_page')
    .map(({ input: { page, revision }, path }) => {
      const revisionId = revision ?? initialRevisionId;
      if (revisionId === null) throw invalid(`${path}.revision`, '"revision" is required', 'required');
      return { path, revisionId, pageId: page ?? '' };
    });
  if (wanted.length === 0) return new Map();
  const revisions = await Promise.all(wanted.map(({ revisionId }) => ctx.loaders.revision.load(revisionId)));
  const states = new Map<string, ContentState>();
  wanted.forEach(({ path, revisionId }, index) => {
    const revision = revisions[index];
    // The caller may not be allowed to see revisions of another change request.
    if (!revision || ![state.spaceId, state.line].includes(revision.line))
      throw referenceNotFound(`${path}.revision`, 'revision', revisionId);
    states.set(revisionId, revision);
  });
  const found = new Map<string, EntryState>();
  await Promise.all(
    [...states].map(async ([revisionId, earlier]) => {
      const ids = wanted.filter((one) => one.revisionId === revisionId).map(({ pageId }) => pageId);
      for (const entry of await listEntries(ctx.sql, earlier, ids)) found.set(`${revisionId} ${entry.id}`, entry);
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
