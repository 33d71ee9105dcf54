import { sql, type Sql } from '../../../db/sql.ts';
import { digestPauseMs, digestWaitMs } from './fields.ts';

/**
 * Makes a digest due for those of some people who want one, in the transaction that notifies them. It waits for a claim of the same
 * digest, so what is notified beside one belongs to it or to the next.
 */
export const scheduleDigests = (writer: Sql, userIds: readonly string[], now: Date) =>
  writer.rows(sql`with held as materialized (
      select s."userId" from mail_settings s where s."userId" = any(${[...userIds]}::text[]) and s.digests
      order by s."userId" for update
    )
    update mail_settings s set "dueAt" = least(s."dueAt", greatest(
      ${new Date(now.getTime() + digestWaitMs).toISOString()}::timestamptz,
      s."lastAt" + make_interval(secs => ${digestPauseMs}::float8 / 1000)))
    from held where s."userId" = held."userId" returning s."userId"`);
