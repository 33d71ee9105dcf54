import { expect } from 'vitest';
import { readZip } from '../src/domain/imports/zip.ts';
import { baseUrl, type Caller, type Harness } from './harness.ts';

/** Waits for a job and returns it. */
export async function endOfJob(caller: Caller, id: string): Promise<any> {
  await expect
    .poll(async () => (await caller.rest(`GET /v1/jobs/${id}`)).body.state, { timeout: 15_000, interval: 20 })
    .not.toMatch(/queued|running/);
  return (await caller.rest(`GET /v1/jobs/${id}`)).body;
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
  new Map((await readZip(archive)).map(({ path, body }) => [path, body]));
