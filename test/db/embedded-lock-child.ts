/**
 * Runs commands on a data directory from the lines of standard input: `lock`, `release`, `block <ms>`. Prints a line of
 * JSON for each.
 */
import { createInterface } from 'node:readline';
import { DataDirLockedError } from '../../src/db/embedded/errors.ts';
import { lockDataDir, type DataDirLock } from '../../src/db/embedded/lock.ts';

const dataDir = process.argv[2] ?? '';
let lock: DataDirLock | null = null;

function answer(line: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function obey(command: string): Promise<void> {
  if (command === 'lock') {
    try {
      lock = await lockDataDir(dataDir);
      answer({ locked: true });
    } catch (error) {
      if (!(error instanceof DataDirLockedError)) throw error;
      answer({ locked: false, code: error.code, holder: error.holder });
    }
  }
  if (command === 'release') {
    await lock?.release();
    answer({ released: true });
  }
  if (command.startsWith('block')) {
    answer({ blocking: true });
    setImmediate(() => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(command.split(' ')[1]));
      answer({ blocking: false });
    });
  }
}

createInterface({ input: process.stdin }).on('line', (line) => void obey(line));
answer({ ready: true });
