import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createThrowawayDatabase } from '../db/throwaway-database.ts';
import { allOr } from '../setup/size.ts';
import { fastifyDocs } from '../source-server.ts';
import { until } from '../until.ts';
import { expectNoFindings } from './expect-no-findings.ts';
import {
  aSpaceIn,
  beginImport,
  contentOf,
  freePages,
  heldSite,
  importing,
  jobEnds,
  jobUntil,
  titlesOfSite,
} from './import-jobs.ts';
import { aDirectory, ask, launch, startServerProcess, type ServerProcess } from './server-process.ts';

const database = await createThrowawayDatabase();
const pages = 8;
/** Edits that are made at once whenever a command prints that it goes on. */
const editsAtOnce = 3;
/** Maximum number of jobs that a process runs at once for one user. */
const slots = 3;

describe.skipIf(database === null)('jobs of processes over one PostgreSQL', () => {
  let directory: Awaited<ReturnType<typeof aDirectory>>;
  let settings: Record<string, string>;
  let first: ServerProcess;
  let second: ServerProcess;
  let token: string;

  beforeAll(async () => {
    directory = await aDirectory();
    settings = { ...importing, DATABASE_URL: database?.url ?? '', DATA_DIR: directory.path, POOL_SIZE: '5' };
    first = await startServerProcess(settings);
    ({ token } = first);
    second = await another();
  });
  beforeEach(async () => {
    if (first.child.signalCode !== null) first = await another();
  });
  afterAll(async () => {
    await Promise.all([first, second].map((server) => server.stop()));
    await directory.remove();
    await database?.drop();
  });

  /** Sets the heartbeats of jobs back, as if their process had sent none for an hour. */
  const silence = async (ids: readonly string[]) => {
    const client = new Client({ connectionString: database?.url });
    await client.connect();
    await client.query(
      `update graphile_worker._private_jobs set locked_at = locked_at - interval '1 hour' where key = any($1)`,
      [ids],
    );
    await client.query(`update jobs set "seenAt" = "seenAt" - interval '1 hour' where id = any($1)`, [ids]);
    await client.end();
  };
  const another = async () => ({ ...(await startServerProcess(settings)), token });
  const named = (word: string, count: number) => Array.from({ length: count }, (_none, index) => `${word}-${index}`);

  /** Starts many small imports into a few spaces, from both processes by turns. Returns the ids of the jobs. */
  const beginMany = (origin: string, spaces: readonly string[], names: readonly string[]): Promise<string[]> =>
    Promise.all(
      names.map((name, index) =>
        beginImport(
          index % 2 ? first : second,
          spaces[index % spaces.length] ?? '',
          `${origin}/md/${name}`,
          'MARKDOWN',
        ),
      ),
    );

  test('jobs that two processes compete for run once each, also into the same spaces', async () => {
    // One process alone never requests this number of pages at once, so no job would end without the other.
    await using site = await heldSite({ pages, until: slots + 1 });
    const spaces = await Promise.all([first, second, first].map(aSpaceIn));
    const names = named('race', allOr(30, 12));
    const jobs = await beginMany(site.origin, spaces, names);
    const ends = await jobEnds(first, jobs);
    expect(ends.filter(({ state, attempts }) => state !== 'completed' || attempts !== 1)).toEqual([]);
    expect(site.asked.toSorted()).toEqual(names.map((name) => `/md/${name}`).toSorted());
    const found = await Promise.all(spaces.map((id) => contentOf(second, id)));
    expect(found.flatMap(({ titles }) => titles).toSorted()).toEqual(names.toSorted());
    expect(found.map(({ revisions }) => revisions)).toEqual(spaces.map(() => 1 + names.length / spaces.length));
  });

  test('octavo import works beside running servers, on a space that they write to as well', async () => {
    const spaceId = await aSpaceIn(first);
    const file = join(directory.path, 'docs.zip');
    await writeFile(file, fastifyDocs);
    const live: string[] = [];
    const edit = async (title: string) => {
      const { status } = await ask(first, `POST /v1/spaces/${spaceId}/content`, {
        changes: [{ operation: 'insert_page', title, document: { markdown: 'Words.' } }],
      });
      // While the import writes, an edit may have to be retried.
      expect([200, 503]).toContain(status);
      if (status === 200) live.push(title);
    };
    const command = await launch(['import', '--space', spaceId, '--source', 'zip', file], settings);
    let isOver = false;
    void command.ended.finally(() => (isOver = true));
    const printed = () => command.output.err.split('\n').length - 1;
    for (let lines = 0; !isOver; lines = printed()) {
      await Promise.all(named(`Live ${lines}`, editsAtOnce).map(edit));
      await until(printed, (now) => isOver || now > lines);
    }
    const code = await command.ended;
    const { out, err } = command.output;
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^44 of 45 pages and files, revision rev_\S+\n {2}left out: \S+LICENSE: /),
    ]);
    // Without a terminal, each step is printed as a line.
    expect(err).toMatch(/Importing docs\.zip …\n {2}Fetching …\n {2}Reading pages …\n {2}Writing …\n/);
    const { titles, revisions } = await contentOf(second, spaceId);
    expect(live.length).toBeGreaterThan(1);
    expect(live.filter((title) => !titles.includes(title))).toEqual([]);
    expect(titles).toHaveLength(live.length + 42);
    expect(revisions).toBe(1 + live.length + 1);
    const search = await ask(second, `GET /v1/spaces/${spaceId}/search?query=serverless`);
    expect(search.body.items[0]).toMatchObject({ title: 'Serverless' });
  });

  test('jobs stay with the process that runs them, and run once in the other after kill -9', async () => {
    await using site = await heldSite({ pages, until: Number.POSITIVE_INFINITY });
    const spaces = await Promise.all([first, second].map(aSpaceIn));
    const [fromSite = '', fromPages = ''] = spaces;
    // While the second process is stopped, the first takes as many jobs as it can.
    second.child.kill('SIGSTOP');
    const crawl = await beginImport(first, fromSite, `${site.origin}/`, 'WEBSITE');
    const names = named('killed', 8);
    const jobs: string[] = [];
    for (const name of names) jobs.push(await beginImport(first, fromPages, `${site.origin}/md/${name}`, 'MARKDOWN'));
    await jobUntil(first, crawl, ({ progress }) => progress.done > freePages);
    await jobUntil(first, jobs[slots - 2] ?? '', ({ state }) => state === 'running');
    second.child.kill('SIGCONT');
    await jobUntil(second, jobs[slots] ?? '', ({ state }) => state === 'running');
    expect(await jobUntil(second, crawl, () => true)).toMatchObject({ state: 'running', attempts: 1 });
    expect(await first.stop('SIGKILL')).toBe('SIGKILL');
    await silence([crawl, ...jobs.slice(0, slots - 1)]);
    site.release();
    const seen: number[] = [];
    const end = await jobUntil(second, crawl, ({ attempts, progress, finishedAt }) => {
      if (attempts === 2 && progress.phase === 'Fetching pages') seen.push(progress.done);
      return finishedAt !== undefined;
    });
    expect(end).toMatchObject({
      state: 'completed',
      attempts: 2,
      progress: { done: pages + 1, total: pages + 1 },
      result: { importedResources: pages + 1, skipped: [] },
    });
    const ends = await jobEnds(second, jobs);
    expect(ends.map(({ state }) => state)).toEqual(names.map(() => 'completed'));
    expect(ends.map(({ attempts }) => attempts)).toEqual(names.map((_, index) => (index < slots - 1 ? 2 : 1)));
    expect(await contentOf(second, fromSite)).toEqual({ titles: titlesOfSite(pages), revisions: 2 });
    expect(await contentOf(second, fromPages)).toEqual({ titles: names.toSorted(), revisions: names.length + 1 });
    await expectNoFindings(settings);
  });
});
