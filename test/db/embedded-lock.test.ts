import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataDirLockedError } from '../../src/db/embedded/errors.ts';
import { lockDataDir } from '../../src/db/embedded/lock.ts';
import { allOr } from '../setup/size.ts';
import { Child } from './embedded-child.ts';

let dataDir: string;
const children: Child[] = [];

async function startChild(): Promise<Child> {
  const child = await Child.start('embedded-lock-child', dataDir);
  children.push(child);
  await child.json();
  return child;
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'octavo-lock-'));
});

afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => child.kill()));
  await rm(dataDir, { recursive: true, force: true });
});

describe('lockDataDir among processes', () => {
  it('a locked data directory refuses a second process and names the first', async () => {
    const holder = await startChild();
    expect(await holder.ask('lock')).toEqual({ locked: true });

    const error = await lockDataDir(dataDir).catch((reason: unknown) => reason);

    expect(error).toBeInstanceOf(DataDirLockedError);
    expect(error).toMatchObject({
      code: 'data_dir_locked',
      holder: { pid: holder.process.pid, host: hostname() },
    });
    expect(String(error)).toContain(`process ${holder.process.pid} on ${hostname()}`);
    // oxlint-disable-next-line octavo/chance -- the lock tells when this process started
    expect(Date.parse((error as DataDirLockedError).holder.startedAt)).toBeLessThan(Date.now());
  });

  it('a data directory can be locked again after its holder was killed', async () => {
    for (let round = 0; round < 3; round += 1) {
      const holder = await startChild();
      expect(await holder.ask('lock')).toEqual({ locked: true });
      await holder.kill('SIGKILL');
    }
    const lock = await lockDataDir(dataDir);
    await lock.release();
  });

  it('the lock of a data directory stays with a holder that is blocked or stopped', async () => {
    const holder = await startChild();
    await holder.ask('lock');
    await holder.ask('block 1500');
    await expect(lockDataDir(dataDir)).rejects.toThrow(DataDirLockedError);
    expect(await holder.json()).toEqual({ blocking: false });

    holder.process.kill('SIGSTOP');
    await expect(lockDataDir(dataDir)).rejects.toThrow(DataDirLockedError);
    holder.process.kill('SIGCONT');
    expect(await holder.ask('release')).toEqual({ released: true });
  });

  it('exactly one of two processes takes over a stale lock', async () => {
    for (let round = 0; round < allOr(4, 2); round += 1) {
      const [dead, ...starters] = await Promise.all([startChild(), startChild(), startChild()]);
      await dead.ask('lock');
      await dead.kill('SIGKILL');

      const answers = await Promise.all(starters.map((starter) => starter.ask('lock')));

      expect(answers.filter(({ locked }) => locked)).toHaveLength(1);
      await Promise.all(starters.map((starter) => starter.kill('SIGKILL')));
    }
  });
});

describe('lockDataDir', () => {
  it('exactly one of many contenders locks a data directory, round after round', async () => {
    for (let round = 0; round < 40; round += 1) {
      const tries = await Promise.allSettled(Array.from({ length: 6 }, () => lockDataDir(dataDir)));
      const winners = tries.filter((attempt) => attempt.status === 'fulfilled');
      expect(winners).toHaveLength(1);
      for (const attempt of tries) {
        if (attempt.status === 'rejected') expect(attempt.reason).toBeInstanceOf(DataDirLockedError);
      }
      await winners[0]?.value.release();
    }
    expect(await readdir(join(dataDir, 'lock'))).toEqual(['40.json']);
  });

  it('locking creates a data directory that only its owner may enter', async () => {
    const made = join(dataDir, 'new', 'data');
    const lock = await lockDataDir(made);
    expect((await stat(made)).mode & 0o777).toBe(0o700);
    await lock.release();
  });

  it('a data directory can be locked when its path is too long for a socket address', async () => {
    const deep = join(dataDir, 'd'.repeat(100), 'e'.repeat(100));
    await mkdir(deep, { recursive: true });
    const lock = await lockDataDir(deep);
    await expect(lockDataDir(deep)).rejects.toThrow(DataDirLockedError);
    await lock.release();
    await (await lockDataDir(deep)).release();
  });
});
