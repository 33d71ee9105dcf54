import type { Context } from '../../core/context.ts';
import { exportFiles } from '../../../text/imports/formats/exported/format.ts';
import { toFacts, type Space } from '../../authoring/spaces/spaces.ts';
import type { Archive } from './archive.ts';
import { rowsAtOnce, type ArchivePart } from './fields.ts';
import { mayReadPart } from './may-read.ts';
import { listChangeRequests, listComments, listSpaceGrants } from './queries.ts';

/** Adds the comments, change requests and grants of a space that the caller may read. Returns the parts added. */
export function addDiscussions(ctx: Context, archive: Archive, space: Space): ArchivePart[] {
  const { sql } = ctx;
  const lists = {
    comments: {
      file: exportFiles.comments,
      rows: () => inBatches<{ id: string }>((last) => listComments(sql, space.id, last?.id ?? '', rowsAtOnce)),
    },
    'change-requests': {
      file: exportFiles.changeRequests,
      rows: () =>
        inBatches<{ number: number }>((last) => listChangeRequests(sql, space.id, last?.number ?? 0, rowsAtOnce)),
    },
    access: {
      file: exportFiles.access,
      rows: () => inBatches<{ id: string }>((last) => listSpaceGrants(sql, space.id, last?.id ?? '', rowsAtOnce)),
    },
  } as const;
  const reader = { actor: ctx.actor, space: toFacts(space), organization: null };
  const parts = (Object.keys(lists) as (keyof typeof lists)[]).filter((part) => mayReadPart(reader, part));
  for (const part of parts) archive.addLines(lists[part].file, lists[part].rows);
  return parts;
}

/** Yields all rows, read in batches. `read` receives the last row of the previous batch. */
export async function* inBatches<Row>(read: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row> {
  let last: Row | undefined;
  do {
    // Each batch begins where the one before ended.
    const rows: Row[] = await read(last);
    yield* rows;
    last = rows.at(-1);
  } while (last !== undefined);
}
