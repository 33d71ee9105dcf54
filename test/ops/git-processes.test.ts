import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createThrowawayDatabase } from '../db/throwaway-database.ts';
import { gitServer, type GitServer, type TestRepository } from '../git-server.ts';
import { randomNumber } from '../setup/seed.ts';
import { allOr } from '../setup/size.ts';
import { until } from '../until.ts';
import { expectNoFindings } from './expect-no-findings.ts';
import { aSpaceIn, importing } from './import-jobs.ts';
import { aDirectory, ask, startServerProcess, type ServerProcess } from './server-process.ts';

const database = await createThrowawayDatabase();

const between = (low: number, high: number) => low + Math.floor(randomNumber() * (high - low + 1));

/** A space that is connected with a repository. */
interface Connected {
  readonly id: string;
  readonly repository: TestRepository;
  readonly hook: string;
  readonly secret: string;
}

describe.skipIf(database === null)('syncs of processes over one PostgreSQL', () => {
  let directory: Awaited<ReturnType<typeof aDirectory>>;
  let settings: Record<string, string>;
  let git: GitServer;
  let first: ServerProcess;
  let token: string;

  /**
   * A program that is git, and kills the server that runs it at the call of which the file `armed` says the number, before or after it.
   */
  const writeProgram = () => {
    const armed = join(directory.path, 'armed');
    const program = join(directory.path, 'git');
    writeFileSync(
      program,
      `#!/bin/sh
if read left when pause < '${armed}'; then
  left=$((left - 1))
  echo "$left $when $pause" > '${armed}'
  if [ "$left" = 0 ]; then
    rm '${armed}'
    if [ "$when" = before ]; then kill -9 $PPID; exit 1; fi
    git "$@"
    code=$?
    (sleep "$pause"; kill -9 $PPID) < /dev/null > /dev/null 2>&1 &
    exit $code
  fi
fi 2> /dev/null
exec git "$@"
`,
    );
    chmodSync(program, 0o755);
    return { program, armed };
  };
  let armed: string;

  beforeAll(async () => {
    directory = await aDirectory();
    git = await gitServer();
    const written = writeProgram();
    ({ armed } = written);
    settings = {
      ...importing,
      GIT_PROGRAM: written.program,
      GIT_EDIT_QUIET_MS: '3600000',
      GIT_EDIT_MOST_MS: '3600000',
      DATABASE_URL: database?.url ?? '',
      DATA_DIR: directory.path,
    };
    first = await startServerProcess(settings);
    ({ token } = first);
  });
  afterAll(async () => {
    await first.stop();
    await git[Symbol.asyncDispose]();
    await directory.remove();
    await database?.drop();
  });

  const another = async () => ({ ...(await startServerProcess(settings)), token });

  const query = async (text: string, values: readonly unknown[] = []) => {
    const client = new Client({ connectionString: database?.url });
    await client.connect();
    try {
      return (await client.query(text, [...values])).rows as Record<string, any>[];
    } finally {
      await client.end();
    }
  };

  /** Waits until no sync of a space is under way or due, and returns its jobs. */
  const settled = (id: string) =>
    until(
      () =>
        query(
          `select j.*, c."dueAt" from jobs j join git_connections c on c."spaceId" = j."spaceId"
            where j."spaceId" = $1 and j.kind = 'git-sync' order by j."createdAt"`,
          [id],
        ),
      (jobs) => jobs.length > 0 && jobs.every(({ finishedAt, dueAt }) => finishedAt !== null && dueAt === null),
    );

  async function aConnectedSpace(name: string, files: Readonly<Record<string, string>>): Promise<Connected> {
    const id = await aSpaceIn(first);
    const repository = git.repository(name, files);
    const input = { url: git.url(name), ref: 'refs/heads/main', pollMinutes: 0 };
    const { status, body } = await ask(first, `PUT /v1/spaces/${id}/git`, input);
    expect(status).toBe(201);
    await settled(id);
    const path = new URL(body.connection.hook.url).pathname;
    return { id, repository, hook: path, secret: body.hookSecret };
  }

  const sendHook = async ({ url }: ServerProcess, { hook, secret }: Connected) => {
    const headers = { 'x-octavo-token': secret, 'content-type': 'application/json' };
    const { status } = await fetch(`${url}${hook}`, { method: 'POST', headers, body: '{}' });
    return status;
  };

  const markdownAt = async (id: string, path: string) =>
    (await ask(first, `GET /v1/spaces/${id}/content/path/${path}?format=markdown`)).body.markdown as string;

  test(
    'pushes of which both processes are told at once are synced one after the other, none lost and none twice',
    { timeout: 1_800_000 },
    async () => {
      const pages = 20;
      const fileOf = (page: number) => `page-${page}.md`;
      const scene = await aConnectedSpace(
        'pushed.git',
        Object.fromEntries(Array.from({ length: pages }, (_none, page) => [fileOf(page), `# Page ${page}\n`])),
      );
      const second = await another();
      const pushes = allOr(500, 40);
      const texts = new Map<string, string>();
      const statuses = new Set<number>();
      for (let push = 0; push < pushes; push += 1) {
        const page = push % pages;
        texts.set(fileOf(page), `${texts.get(fileOf(page)) ?? `# Page ${page}\n`}\nPush ${push}.\n`);
        scene.repository.commit({ [fileOf(page)]: texts.get(fileOf(page)) ?? '' }, { message: `Push ${push}` });
        for (const status of await Promise.all([first, second].map((server) => sendHook(server, scene))))
          statuses.add(status);
      }
      expect(statuses).toEqual(new Set([202]));
      const jobs = await settled(scene.id);
      expect(jobs.filter(({ error }) => error !== null)).toEqual([]);
      expect(scene.repository.files()).toEqual(Object.fromEntries(texts));
      for (const [file, text] of texts) expect(await markdownAt(scene.id, file.slice(0, -3))).toBe(text);
      const operations = await query(
        `select o.* from git_operations o join git_connections c on c.id = o."connectionId"
        where c."spaceId" = $1 order by o."startedAt", o.id`,
        [scene.id],
      );
      expect(operations.filter(({ state }) => state !== 'completed')).toEqual([]);
      for (const [at, { startedAt }] of operations.entries())
        if (at > 0) expect(startedAt.getTime()).toBeGreaterThanOrEqual(operations[at - 1]?.['endedAt'].getTime());
      expect(new Set(operations.map(({ commit }) => commit)).size).toBe(operations.length);
      const revisions = await query('select from revisions where line = $1', [scene.id]);
      expect(revisions).toHaveLength(1 + operations.length);
      await second.stop();
    },
  );

  test(
    'syncs of processes that are killed are made up for, without a commit or a page twice',
    { timeout: 1_800_000 },
    async () => {
      const scene = await aConnectedSpace('killed.git', {
        'SUMMARY.md': '# Contents\n\n* [Start](README.md)\n* [One](one.md)\n',
        'README.md': '# Start\n\nFirst.\n',
        'one.md': '# One\n\nFirst.\n\nMiddle.\n\nLast.\n',
      });
      const { id, repository } = scene;
      let kills = 0;
      let commits = 1;
      for (let round = 0; kills < allOr(20, 4); round += 1) {
        const page = (await ask(first, `GET /v1/spaces/${id}/content/path/one`)).body.id as string;
        const ours = (await markdownAt(id, 'one')).replace(/First.*/, `First here ${round}.`);
        await ask(first, `POST /v1/spaces/${id}/content`, {
          changes: [
            { operation: 'update_page', page, document: { markdown: ours } },
            { operation: 'insert_page', title: `Ours ${round}`, document: { markdown: `Ours ${round}.\n` } },
          ],
        });
        const { 'one.md': one = '', 'SUMMARY.md': summary = '' } = repository.files();
        repository.commit({
          'one.md': one.replace(/Last.*/, `Last there ${round}.`),
          [`theirs-${round}.md`]: `# Theirs ${round}\n`,
          'SUMMARY.md': `${summary}* [Theirs ${round}](theirs-${round}.md)\n`,
        });
        const call = between(1, 45);
        const isBefore = between(0, 1) === 0;
        writeFileSync(
          armed,
          `${call} ${isBefore ? 'before' : 'after'} 0.${String(between(0, 150)).padStart(3, '0')}\n`,
        );
        await ask(first, `POST /v1/spaces/${id}/git/sync`);
        const end = await Promise.race([
          first.ended,
          settled(id).then(
            () => null,
            () => null,
          ),
        ]);
        if (end === null && existsSync(armed)) rmSync(armed);
        else {
          // What is left of the sync may have ended before the process does.
          expect(await first.ended).toBe('SIGKILL');
          kills += 1;
          await query(
            `update graphile_worker._private_jobs set locked_at = locked_at - interval '1 hour' where locked_at is not null`,
          );
          await query(`update jobs set "seenAt" = "seenAt" - interval '1 hour' where "finishedAt" is null`);
          first = await another();
        }
        const jobs = await settled(id);
        expect(jobs.at(-1)?.['error']).toBeNull();
        commits += 2;
        const about = `call ${call}, ${isBefore ? 'before' : 'after'} it`;
        expect(Number(repository.git(['rev-list', '--count', 'main'])), about).toBe(commits);
        const files = repository.files();
        const { pages } = (await ask(first, `GET /v1/spaces/${id}/content/pages`)).body;
        expect(pages, about).toHaveLength(2 + 2 * (round + 1));
        expect(Object.keys(files), about).toHaveLength(3 + 2 * (round + 1));
        expect(files['one.md'], about).toBe(await markdownAt(id, 'one'));
        expect(files['one.md'], about).toContain(`First here ${round}.\n\nMiddle.\n\nLast there ${round}.`);
      }
      const requests = (await ask(first, `GET /v1/spaces/${id}/change-requests?status=open`)).body;
      expect(requests.items).toEqual([]);
      await expectNoFindings(settings);
    },
  );
});
