import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/**
 * Runs operations once on an embedded database, as the tests of the access matrix do for an admin, and describes their
 * statements in Markdown.
 */
export async function describeStatements(operationIds: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-statements-'));
  const file = join(folder, 'statements.json');
  try {
    const env = { ...process.env, TEST_STATEMENTS_OF: operationIds.join(','), TEST_STATEMENTS_FILE: file };
    const only = ['-t', 'the statements of the named operations are written'];
    await run('npx', ['vitest', 'run', 'test/contract/statements.test.ts', ...only], { cwd: root, env });
    const statements = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string[] | null>>;
    return Object.entries(statements)
      .map(([operationId, texts]) => statementsText(operationId, texts))
      .join('\n\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The statements in order. One that follows itself is shown once, with the number of times. */
export function statementsText(operationId: string, texts: readonly string[] | null): string {
  const heading = `## Statements of ${operationId}`;
  if (texts === null) return `${heading}\n\nUnknown: the access matrix has no row from which to make a request.`;
  const runs: { text: string; times: number }[] = [];
  for (const text of texts) {
    const last = runs.at(-1);
    if (last?.text === text) last.times += 1;
    else runs.push({ text, times: 1 });
  }
  const lines = runs.map(({ text, times }) => `${text};${times === 1 ? '' : ` -- ${times} times`}`);
  return `${heading}\n\n${texts.length} in all, for an admin:\n\n\`\`\`sql\n${lines.join('\n\n')}\n\`\`\``;
}
