import { isDeepStrictEqual } from 'node:util';
import { failure } from '../../../lib/errors.ts';
import type { Context } from '../../context.ts';
import { changesTo, type ContentChanges } from '../changes.ts';
import { commitContent, type ContentPlace } from '../commit.ts';
import type { Revision } from '../revisions.ts';
import { applyOperation } from './apply.ts';
import { editablePlace } from './authorize.ts';
import { draftOf, type Draft, type PageOutcome } from './draft.ts';
import { requireRevision } from './expected-revision.ts';
import type { ContentOperation } from './operation.ts';
import { prepareOperations, type PlacedOperation, type PreparedOperation } from './prepare.ts';
import { readSnapshot } from './snapshot.ts';

export interface ContentEdit extends ContentPlace {
  readonly operations: readonly PlacedOperation[];
  /** The revision that the caller knows; others may have written since. */
  readonly expectedRevision?: string | null | undefined;
}

/** A page that was added, changed or removed. */
export interface TouchedPage {
  readonly id: string;
  readonly outcome: PageOutcome;
  /** The name that the request gave to it. */
  readonly ref: string | null;
}

export interface EditResult {
  readonly revision: Revision;
  /** Each page once; of those below a removed page nothing is said. */
  readonly pages: readonly TouchedPage[];
  readonly files: readonly { readonly id: string; readonly ref: string | null }[];
  /** What each operation was about. */
  readonly subjects: readonly string[];
}

/**
 * Applies operations in their order to a change request, or to the space itself when it takes direct edits: all or
 * nothing, in one revision. Throws not_found, forbidden, space_locked, invalid_state, precondition_failed,
 * validation_failed, reference_not_found, already_exists, payload_too_large, fetch_…, storage_unavailable.
 */
export async function editContent(outer: Context, edit: ContentEdit): Promise<EditResult> {
  const place = await editablePlace(outer, edit);
  const operations = await prepareOperations(outer, edit.operations);
  let draft: Draft | null = null;
  let subjects: readonly string[] = [];
  const revision = await commitContent(outer, place, async (ctx, head) => {
    const { initialRevisionId } = await editablePlace(ctx, edit);
    await requireRevision(ctx, head, edit.expectedRevision);
    const made = draftOf(await readSnapshot(ctx, operations, { state: head, initialRevisionId }));
    subjects = operations.map((operation) => applyOperation(made, operation));
    draft = made;
    return changesOf(made);
  });
  if (draft === null) throw failure('internal', 'The edit was not planned');
  return { revision, pages: touchedPages(draft), files: addedFiles(operations), subjects };
}

/** One operation, which stands for the whole input. */
export const editOnce = (
  ctx: Context,
  { operation, ...edit }: Omit<ContentEdit, 'operations'> & { readonly operation: ContentOperation },
) => editContent(ctx, { ...edit, operations: [{ given: operation, path: 'input' }] });

function changesOf({ entries, before, texts }: Draft): ContentChanges {
  // What goes may never have been read, as what is below a removed page.
  const changed = [...entries].filter(
    ([id, entry]) => entry === null || !isDeepStrictEqual(entry, before.entries.get(id)),
  );
  return changesTo(changed, { documents: [...texts.values()] });
}

function touchedPages({ outcomes, refs }: Draft): TouchedPage[] {
  const names = new Map([...refs].map(([ref, id]) => [id, ref]));
  return [...outcomes].map(([id, outcome]) => ({ id, outcome, ref: names.get(id) ?? null }));
}

const addedFiles = (operations: readonly PreparedOperation[]) =>
  operations.flatMap(({ files }) => files.map(({ id, ref }) => ({ id, ref })));
