import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootstrap } from '../../src/app/process/bootstrap.ts';
import { contextOf, originOf } from '../../src/app/process/context.ts';
import { openPlatform } from '../../src/app/process/platform.ts';
import { readConfig } from '../../src/config.ts';
import { createSpace } from '../../src/domain/authoring/spaces/create.ts';
import { actingAs, asOperator } from '../../src/domain/core/acting.ts';
import { aMigratedDatabase, type MigratedDatabase } from '../ops/migrated-database.ts';
import { runHere } from './run-here.ts';

let database: MigratedDatabase;

beforeAll(async () => {
  database = await aMigratedDatabase();
});
afterAll(() => database.remove());

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const urls = { base: 'http://octavo.test', app: 'http://octavo.test', sites: 'sites.test' };

/** Connects three new spaces: one that is equal, one that fails, and one that waits for somebody. */
async function threeConnections(): Promise<void> {
  const platform = await openPlatform(readConfig(database.settings), { log, urls });
  const beginning = await bootstrap(platform);
  if (!beginning) throw new Error('The installation was not new');
  const { prisma } = platform.db;
  const { organizationId, userId } = beginning;
  const operator = asOperator(userId);
  const ctx = actingAs(
    contextOf(platform.services, platform.db, operator, { requestId: 'test', origin: originOf('service') }),
    operator,
  );
  for (const [at, status] of ['active', 'unauthenticated', 'conflict'].entries()) {
    const { id: spaceId, revisionId } = await createSpace(ctx, { organizationId, title: `Guide ${at}` });
    const id = `git_${at}`;
    const request = { id: `cr_${at}`, spaceId, number: 1, revisionId, revisionInitialId: revisionId };
    await prisma.changeRequest.create({ data: request });
    const url = `https://git.example.org/docs-${at}.git`;
    await prisma.gitConnection.create({
      data: {
        id,
        organizationId,
        spaceId,
        userId,
        provider: 'gitea',
        url,
        urlKey: url,
        ref: 'refs/heads/main',
        status,
        directory: at === 1 ? 'docs' : '',
        direction: 'both',
        priority: 'git',
        onConflict: 'merge',
        sealedHookSecret: '',
        pollMinutes: 5,
        failures: at === 1 ? 3 : 0,
        changeRequestId: status === 'conflict' ? request.id : null,
      },
    });
    const error = { type: 'git_unauthenticated', message: 'The server refuses the credential' };
    await prisma.gitOperation.create({
      data: {
        id: `gop_${at}`,
        connectionId: id,
        direction: 'both',
        stage: 'fetch',
        startedAt: new Date('2026-01-02T03:04:05Z'),
        endedAt: new Date('2026-01-02T03:04:06Z'),
        state: at === 1 ? 'failed' : 'completed',
        ...(at === 1 && { error }),
      },
    });
  }
  await platform.close();
}

test('git status names each connection with its state, its last sync, what has failed and what waits for somebody', async () => {
  expect(await runHere(['git', 'status'], database.settings)).toEqual({ code: 0, out: '0 connections.\n', err: '' });
  await threeConnections();
  const { code, out, err } = await runHere(['git', 'status'], database.settings);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const lines = out.trim().split('\n');
  expect(lines.map((line) => line.replace(/^spc_\S+/, 'spc_…').replace(/(T\d\d:\d\d:\d\d)\S*/, '$1'))).toEqual([
    'spc_…  Guide 0  https://git.example.org/docs-0.git main  active  last sync 2026-01-02T03:04:06',
    'spc_…  Guide 1  https://git.example.org/docs-1.git main docs  unauthenticated  last sync 2026-01-02T03:04:06  3 failures  git_unauthenticated: The server refuses the credential',
    'spc_…  Guide 2  https://git.example.org/docs-2.git main  conflict  last sync 2026-01-02T03:04:06  waits for cr_2',
    '3 connections.',
  ]);
});
