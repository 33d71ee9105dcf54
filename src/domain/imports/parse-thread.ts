import { parentPort } from 'node:worker_threads';
import type { ThreadAnswer } from '../../infra/threads/thread.ts';
import { DomainError } from '../../lib/errors.ts';
import type { ImportTree } from './import-tree.ts';
import { parseTask, type ParseFailure, type ParseTask } from './parse-in-thread.ts';

/** The thread in which imports are parsed: one task after the other, as they come. */
parentPort?.on('message', (task: ParseTask) => {
  parseTask(task).then(
    (result) => reply({ kind: 'done', result }),
    (error: unknown) => reply({ kind: 'failed', error: failureOf(error) }),
  );
});

const reply = (answer: ThreadAnswer<ImportTree>) => parentPort?.postMessage(answer);

function failureOf(error: unknown): ParseFailure {
  if (error instanceof DomainError) return { type: error.type, message: error.message };
  return { type: 'internal', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
