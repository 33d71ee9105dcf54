import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/build.mjs';
import { adminUrl, postgresAnswers } from '../setup/postgres.ts';
import { isWhole } from '../setup/size.ts';

const run = promisify(execFile);

describe.runIf(isWhole && (await postgresAnswers()))('the benchmark of events', () => {
  it('finds each change told once and in order, also when a process is killed, and streams that miss nothing', async () => {
    await ensureBuilt();
    const sizes = '--events 600 --connections 4 --streams 30 --seconds 5 --only delivery,streams';
    const args = ['--import', 'tsx', 'bench/events.ts', ...sizes.split(' '), '--database', adminUrl()];
    const { stdout } = await run(process.execPath, args);
    expect(stdout).toContain('## Delivery');
    expect(stdout).not.toContain('✘');
  });
});
