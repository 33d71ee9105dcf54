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
    task: 'nothing-of-this-name',
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

/** Reading the versions of the server and of the schema, registering the task, reading its id, and taking a job. */
const looked = 5;

describe('a look for jobs', () => {
  it('is few statements, as the library runs them', async () => {
    const { countLook, errors } = aQueue();
    await countLook();
    expect([await countLook(), await countLook()]).toEqual([looked, looked]);
    expect(errors).toEqual([]);
  });

  it('goes on after a statement has failed', async () => {
    const { countLook, errors, state } = aQueue();
    state.fails = true;
    await countLook();
    expect(errors[0]).toMatchObject({ message: 'The connection is lost' });
    expect(await countLook()).toBe(looked);
  });
});
