import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const script = fileURLToPath(new URL('../../bench/documents.ts', import.meta.url));

it(
  'the memory for 10,000 different documents is no more than for 4,000, in a heap of 256 MB',
  { timeout: 180_000 },
  async () => {
    const flags = ['--expose-gc', '--max-old-space-size=256', '--import', 'tsx'];
    // A heap that overflows ends the process, and the promise rejects.
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, script, '10000']);
    const megabytes = new Map([...stdout.matchAll(/^\| (\d+) \| (\d+) \|$/gm)].map(([, n, heap]) => [n, Number(heap)]));
    expect(megabytes.size).toBe(10);
    expect(megabytes.get('10000')).toBeLessThan((megabytes.get('4000') ?? 0) + 30);
  },
);
