import { allowed } from '../../access/policy.ts';
import type { Context } from '../context.ts';
import { exportFiles } from '../imports/exported/format.ts';
import { spacePolicy } from '../spaces/policy.ts';
import { factsOf, type Space } from '../spaces/spaces.ts';
import type { Archive } from './archive.ts';
import { rowsAtOnce } from './fields.ts';
import { listChangeRequests, listComments, listSpaceGrants } from './queries.ts';

/** Adds the comments, change requests and grants of a space, each if the caller may read it. */
export function addDiscussions(ctx: Context, archive: Archive, space: Space): void {
  const may = (action: 'readComments' | 'listChangeRequests' | 'viewGrants') =>
    allowed(spacePolicy, action, ctx.actor, factsOf(space));
  if (may('readComments'))
    archive.addLines(exportFiles.comments, () =>
      inBatches((last: { id: string } | undefined) => listComments(ctx.sql, space.id, last?.id ?? '', rowsAtOnce)),
    );
  if (may('listChangeRequests'))
    archive.addLines(exportFiles.changeRequests, () =>
      inBatches((last: { number: number } | undefined) =>
        listChangeRequests(ctx.sql, space.id, last?.number ?? 0, rowsAtOnce),
      ),
    );
  if (may('viewGrants'))
    archive.addLines(exportFiles.access, () =>
      inBatches((last: { id: string } | undefined) => listSpaceGrants(ctx.sql, space.id, last?.id ?? '', rowsAtOnce)),
    );
}

/** All rows, read in batches: `read` gets the last row of the batch before. */
async function* inBatches<Row>(read: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row> {
  let last: Row | undefined;
  do {
    // oxlint-disable-next-line no-await-in-loop -- each batch begins where the one before ended
    const rows: Row[] = await read(last);
    yield* rows;
    last = rows.at(-1);
  } while (last !== undefined);
}
