import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { bundleSource } from '../../scripts/bundle.mjs';
import { runDirectory } from '../setup/run-directory.ts';
import { isWhole } from '../setup/size.ts';

// The memory stops growing after thousands of documents only.
it.runIf(isWhole)(
  'the memory for 10,000 different documents is no more than for 4,000, in a heap of 256 MB',
  async () => {
    const script = fileURLToPath(await bundleSource('bench/documents.ts', join(runDirectory(), 'documents')));
    const flags = ['--expose-gc', '--max-old-space-size=256'];
    // A heap that overflows ends the process, and the promise rejects.
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, script, '10000', '--heap']);
    const megabytes = new Map([...stdout.matchAll(/^\| (\d+) \| (\d+) \|$/gm)].map(([, n, heap]) => [n, Number(heap)]));
    expect(megabytes.size).toBe(10);
    expect(megabytes.get('10000')).toBeLessThan((megabytes.get('4000') ?? 0) + 30);
  },
);
