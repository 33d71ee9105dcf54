import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { until } from '../until.ts';
import { endsWithParent } from './ends-with-parent.ts';

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it('a process that a test has started ends when the process of the test is killed', async () => {
  const flags = JSON.stringify([...endsWithParent, '-e', 'setInterval(() => {}, 1000)']);
  const stdio = JSON.stringify(['ignore', 'ignore', 'inherit', 'pipe']);
  const code = `console.log(require('node:child_process').spawn(process.execPath, ${flags}, { stdio: ${stdio} }).pid)`;
  const parent = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(line);
  expect(isAlive(pid)).toBe(true);
  parent.kill('SIGKILL');
  await until(
    () => isAlive(pid),
    (alive) => !alive,
  );
});

it('a process that a test has started ends by itself, with its own exit code', async () => {
  const ended = spawn(process.execPath, [...endsWithParent, '-e', 'process.exitCode = 7'], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  expect(await once(ended, 'close')).toEqual([7, null]);
});
