import type { Pool } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { createQueue } from '../../src/infra/queue/queue.ts';
import { startServer, type Harness } from '../harness.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

/** A consumer of an empty queue, with the statements that it runs. The next one can be made to fail. */
function aQueue() {
  const statements: string[] = [];
  const errors: unknown[] = [];
  const state = { fails: false };
  const query = async (statement: { text: string; values?: unknown[] }) => {
    statements.push(statement.text);
    if (!state.fails) return server.platform.db.pool.query(statement);
    state.fails = false;
    throw new Error('The connection is lost');
  };
  const take = createQueue({
    pool: { query } as unknown as Pool,
    tasks: ['nothing-of-this-name'],
    run: async () => undefined,
    onError: (error) => void errors.push(error),
  });
  const countLook = async () => {
    statements.length = 0;
    expect(await take([])).toBeNull();
    return statements.length;
  };
  return { countLook, errors, state };
}

describe('a look for jobs', () => {
  it('is one statement after the first', async () => {
    const { countLook, errors } = aQueue();
    expect(await countLook()).toBeGreaterThan(1);
    expect([await countLook(), await countLook(), await countLook()]).toEqual([1, 1, 1]);
    expect(errors).toEqual([]);
  });

  it('registers its tasks again after a statement has failed', async () => {
    const { countLook, errors, state } = aQueue();
    const first = await countLook();
    state.fails = true;
    await countLook();
    expect(errors).toHaveLength(1);
    expect([await countLook(), await countLook()]).toEqual([first, 1]);
  });
});
