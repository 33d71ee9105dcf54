import { findMissing } from '../../../infra/git/installed.ts';
import type { Context } from '../../core/context.ts';
import { connectionStates } from '../../exchange/git/connection-states.ts';
import { hasConnections } from '../../exchange/git/queries/connections.ts';

/** Tells what keeps spaces from being synced with their repositories; nothing where no space is connected. */
export async function* findGitFaults(
  { sql }: Pick<Context, 'sql'>,
  program: string,
): AsyncGenerator<{ readonly id: string; readonly detail: string }> {
  if (!(await hasConnections(sql))) return;
  const missing = await findMissing(program);
  if (missing !== null) yield { id: program, detail: missing };
  for await (const { id, spaceId, status, failures, error } of connectionStates(sql, { onlyFaulty: true }))
    yield { id, detail: `of ${spaceId} is ${status} after ${failures} failures: ${error ?? 'no reason is known'}` };
}
