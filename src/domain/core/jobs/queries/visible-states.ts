import { sql, type Sql } from '../../../../db/sql.ts';
import type { JobError } from '../jobs.ts';

/**
 * Ends what callers see of jobs that have failed or were cancelled, besides the jobs themselves: a specification would be
 * read for ever. Call it in the transaction that ends the jobs. A specification that waits for a further job stays so.
 */
export const endVisibleStates = (reader: Sql, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : reader.rows(sql`
  update openapi_specs s
  set "processingState" = 'complete', "lastProcessedAt" = now(), "updatedAt" = now(), version = s.version + 1,
    "lastProcessedErrors" = jsonb_build_array(jsonb_build_object('code', 'PARSE_ERROR',
      'message', 'The specification was not processed: ' || coalesce(j.error ->> 'message', ${cancelled.message})))
  from jobs j
  where j.id = any(${[...ids]}::text[]) and j.kind = 'openapi-spec' and j.outcome in ('failed', 'cancelled')
    and s.id = j.input ->> 'specId' and s."processingState" <> 'complete'
    and not exists (select from jobs other where other.kind = j.kind and other."finishedAt" is null
      and other."organizationId" = j."organizationId" and other.input ->> 'specId' = s.id)`);

const cancelled: Pick<JobError, 'message'> = { message: 'The job was cancelled' };
