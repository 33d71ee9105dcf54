// Lets one process at a time do something.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const lockFile = fileURLToPath(new URL('../node_modules/.cache/octavo/lock', import.meta.url));

/** Runs an action under an exclusive lock between processes. The lock of a dead owner is taken over. */
export async function locked(action, file = lockFile) {
  mkdirSync(dirname(file), { recursive: true });
  while (!take(file)) await sleep(100);
  try {
    return await action();
  } finally {
    rmSync(file, { force: true });
  }
}

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    const owner = Number(readOwner(file));
    if (owner > 0 && !isAlive(owner)) rmSync(file, { force: true });
    return false;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function readOwner(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
