import { describe, expect, test } from 'vitest';
import { createLogTo } from '../../src/app/process/logging.ts';
import { sentenceOfLine } from '../../src/app/process/log-sentences.ts';

/** Returns what a terminal shows of the lines that `write` logs. */
function shown(write: (log: ReturnType<typeof createLogTo>) => void): (string | null)[] {
  const lines: (string | null)[] = [];
  write(createLogTo({ write: (line) => void lines.push(sentenceOfLine(line)) }, 'info'));
  return lines;
}

describe('the log at a terminal', () => {
  test('says in a sentence what a start does, and the migrations in one', () => {
    const lines = shown((log) => {
      log.info({ durationMs: 1_234 }, 'embedded database opened');
      log.info({ count: 136 }, 'migrations begin');
      log.info({ migration: '0001_foundation', durationMs: 12 }, 'Migration applied');
      log.info({ count: 136, durationMs: 5_000 }, 'migrations end');
    });
    expect(lines).toEqual([
      'Opened the embedded database in 1.2 s.',
      'Migrating the database: 136 steps …',
      null,
      'Migrated the database: 136 steps in 5.0 s.',
    ]);
  });

  test('names a request by its route', () => {
    const lines = shown((log) =>
      log.info({ requestId: 'req_1', method: 'GET', route: '/v1/spaces/:spaceId', status: 200, ms: 3.5 }, 'request'),
    );
    expect(lines).toEqual(['GET /v1/spaces/:spaceId 200 in 3.5 ms']);
  });

  test('shows what it has no sentence for with its facts, level and error', () => {
    const [jobs, failed] = shown((log) => {
      log.info({ count: 3 }, 'maintenance removed or refreshed items');
      log.error({ requestId: 'req_1', err: new TypeError('no such thing') }, 'request failed');
    });
    expect(jobs).toBe('maintenance removed or refreshed items (count 3)');
    expect(failed).toMatch(/^error: request failed \(requestId req_1\)\nTypeError: no such thing\n {4}at /);
  });
});
