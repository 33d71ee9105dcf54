import { expect } from 'vitest';
import { sql } from '../src/db/sql.ts';
import { readZip } from '../src/text/imports/unpack/zip.ts';
import { baseUrl, type Caller, type Harness } from './harness.ts';
import { until } from './until.ts';

/** Waits for a job and returns it. */
export async function endOfJob(caller: Caller, id: string): Promise<any> {
  const { body } = await until(
    () => {
      // As polling does, which tests turn off: a job that waits for another may become free between two looks.
      caller.context().jobSignals.wake();
      return caller.rest(`GET /v1/jobs/${id}`);
    },
    (job) => !/queued|running/.test(job.body.state),
    20,
  );
  return body;
}

/** Exports and returns the bytes of the archive. */
export async function exported(server: Harness, caller: Caller, signature: string): Promise<Buffer> {
  const started = await caller.rest(signature);
  expect([started.status, started.body.object]).toEqual([202, 'job']);
  const job = await endOfJob(caller, started.body.id);
  expect(job).toMatchObject({ state: 'completed', downloadURL: expect.stringContaining(`${baseUrl}/exports/exp_`) });
  const answer = await server.app.inject({ url: job.downloadURL.slice(baseUrl.length) });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip']);
  return answer.rawPayload;
}

/** The files of an archive, by path. */
export const filesOf = async (archive: Buffer): Promise<ReadonlyMap<string, Buffer>> =>
  new Map((await readZip(archive)).entries.map(({ path, body }) => [path, body]));

/** Returns the content of a space: entries in order with their text ids, links and former paths. */
export async function contentOf(server: Harness, spaceId: string) {
  const reader = server.platform.db.sql;
  const entries = await reader.rows(sql`
    select "entryId", kind, "parentId", rank() over (partition by "parentId", kind order by position, "entryId") as at,
      type, title, slug, "documentId", "blobHash", attributes
    from content_entries where line = ${spaceId} and "toSeq" is null and not deleted order by "entryId"`);
  const links = await reader.rows(sql`
    select l."entryId", l.source, l.ordinal, l."startsAt", l."endsAt", l.url, l.kind, l."targetId", l.anchor
    from content_links l join content_entries e on e.line = l.line and e."entryId" = l."entryId" and e."fromSeq" = l."fromSeq"
    where e.line = ${spaceId} and e."toSeq" is null and not e.deleted order by l."entryId", l.ordinal`);
  const redirects = await reader.rows(sql`
    select "parentId", slug, "pageId" from page_redirects where "spaceId" = ${spaceId} order by 1, 2`);
  return { entries, links, redirects };
}
