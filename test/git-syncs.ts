import { expect } from 'vitest';
import { gitSync } from '../src/domain/exchange/git/sync/job.ts';
import { enqueueSystemJobs, waitForJob } from '../src/domain/core/jobs/enqueue.ts';
import { transact } from '../src/domain/core/transact.ts';
import { runChecks } from '../src/domain/operations/doctor/doctor.ts';
import { gitChecks } from '../src/domain/operations/doctor/queries/git-checks.ts';
import { encrypt } from '../src/lib/encryption.ts';
import { patienceMs } from './setup/patience.ts';
import { main, type GitScene, type GitWorld } from './git-scenes.ts';

/** A space that is connected with its repository. */
export interface SyncedScene extends GitScene {
  readonly connectionId: string;
  readonly userId: string;
  /** Runs a sync, and returns the job when it has ended. */
  run(): ReturnType<typeof waitForJob>;
  /** Runs a sync that must succeed, and returns how it has ended. */
  sync(): Promise<string>;
}

/** Connects a space with its repository. */
export async function aSyncedScene(
  { server, owner, aScene, organizationId }: GitWorld,
  files?: Readonly<Record<string, string | Buffer>>,
  more: object = {},
): Promise<SyncedScene> {
  const scene = await aScene(files);
  const { prisma } = server.platform.db;
  const ctx = owner.context();
  const [connectionId, userId] = [ctx.newId('git'), ctx.newId('usr')];
  await prisma.user.create({ data: { id: userId, displayName: 'Git sync of Docs', createdAt: ctx.now() } });
  await prisma.gitConnection.create({
    data: {
      id: connectionId,
      organizationId,
      spaceId: scene.id,
      userId,
      provider: 'other',
      url: scene.url,
      urlKey: scene.url,
      ref: main,
      directory: '',
      direction: 'both',
      priority: 'git',
      onConflict: 'merge',
      sealedHookSecret: encrypt(ctx.encryptionKey, 'secret', `git:${connectionId}/hook`),
      pollMinutes: 0,
      createdAt: ctx.now(),
      updatedAt: ctx.now(),
      ...more,
    },
  });
  const run = async () => {
    const [id = ''] = await transact(owner.context(), (inner) =>
      enqueueSystemJobs(inner, gitSync, [{ organizationId, payload: { connectionId }, exclusive: `git ${scene.id}` }]),
    );
    return waitForJob(owner.context(), id, patienceMs);
  };
  const sync = async () => {
    const { state, error, result } = await run();
    expect({ state, error }).toEqual({ state: 'completed', error: null });
    return gitSync.result.parse(result).state;
  };
  return { ...scene, connectionId, userId, run, sync };
}

/** The connection of a space, as it is stored. */
export const connectionOf = ({ server }: GitWorld, { connectionId }: SyncedScene) =>
  server.platform.db.prisma.gitConnection.findUniqueOrThrow({ where: { id: connectionId } });

/** Path of the change request that waits. */
export const waitingRequest = async (world: GitWorld, scene: SyncedScene): Promise<string> =>
  `/v1/spaces/${scene.id}/change-requests/${(await connectionOf(world, scene)).changeRequestId}`;

/** What the doctor finds wrong in what is noted of the repository of a space: the names of its checks. */
export async function gitFindings({ server }: GitWorld, spaceId: string, fix = false): Promise<string[]> {
  const { db } = server.platform;
  // The other checks look at all that the tests before have left in the database.
  const found = await runChecks(db.sql, gitChecks, { fix, onCheck: () => undefined });
  const entries = await db.prisma.contentEntry.findMany({ where: { spaceId }, select: { entryId: true } });
  const own = new Set([spaceId, lostEntry, ...entries.map(({ entryId }) => entryId)]);
  return found.flatMap(({ id, check }) => (own.has(id) ? [check] : []));
}

/** An entry that no space has. */
export const lostEntry = 'pg_lost';
