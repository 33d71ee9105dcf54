import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepTemporaryFoldersIn } from '../../src/infra/temporary-folder.ts';
import { anOrganization } from '../factories.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';
import { randomCases } from './fuzz/cases.ts';
import { makeDoors } from './fuzz/doors.ts';
import { first, sendAll } from './fuzz/run.ts';

// `npx tsx bench/fuzz.ts` sends more, to a server of its own.
const seed = Number(process.env['FUZZ_SEED'] ?? 1);
const requests = 250;

let server: Harness;
let owner: Caller;
let organizationId: string;
let folder: string;
beforeAll(async () => {
  server = await startServer();
  ({ owner, id: organizationId } = await anOrganization(server));
  folder = await mkdtemp(join(tmpdir(), 'octavo-fuzz-'));
  keepTemporaryFoldersIn(folder);
});
afterAll(async () => {
  keepTemporaryFoldersIn(null);
  await rm(folder, { recursive: true });
});

/** Temporary files, and descriptors of such files. */
async function leftBehind(): Promise<string[]> {
  const descriptors = await Promise.all(
    (await readdir('/proc/self/fd')).map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')),
  );
  return [...(await readdir(folder)), ...descriptors.filter((path) => path.startsWith(folder))];
}

// Hundreds of requests in one test: on a busy machine, each takes more than a second.
test(
  'damaged bodies at every door are answered, and leave no file, descriptor or job behind',
  { timeout: 900_000 },
  async () => {
    const port = Number(new URL(await server.listen()).port);
    const doors = await makeDoors({ port, secret: owner.secret, organizationId, call: owner.rest });
    const { bad, counts } = await sendAll(port, first(requests, randomCases(doors, seed)), { atOnce: 8 });
    expect(bad).toEqual([]);
    expect([...counts.keys()].toSorted()).toEqual(doors.map(({ name }) => name).toSorted());
    await expect.poll(leftBehind).toEqual([]);
    await expect.poll(() => server.app.inFlight.count).toBe(0);
    const { job } = server.platform.db.prisma;
    const unfinished = () => job.count({ where: { organizationId, finishedAt: null } });
    await expect.poll(unfinished).toBe(0);
  },
);
