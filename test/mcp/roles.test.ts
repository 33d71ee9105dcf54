import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { authzRows, type AuthzRow } from '../../scripts/rest/access/rows.ts';
import { memberTools } from '../../src/mcp/table.ts';
import { isServed, operationIdOf } from '../contract/authz-faces.ts';
import { toolOf } from '../contract/authz-tools.ts';

const roles = ['guest', 'read', 'comment', 'edit', 'review', 'create', 'admin'] as const;

/** What the operations of a tool answer; several answers where those of one differ from those of another. */
function answersOf(rows: readonly AuthzRow[], role: string): string {
  const answers = new Set(rows.map(({ cells }) => (cells[role] ?? '').replace(/[*†]$/, '')));
  return [...answers].join(' or ');
}

it('the manual says which role and which scopes each tool of members needs, as the access matrix has it', () => {
  const rows = authzRows.filter(isServed);
  const lines = memberTools.map(({ listed, scopes }) => {
    const own = rows.filter((row) => toolOf(operationIdOf(row)) === listed.name);
    expect([listed.name, own.length > 0]).toEqual([listed.name, true]);
    const cells = roles.map((role) => answersOf(own, role));
    return `| \`${listed.name}\` | ${scopes.map((scope) => `\`${scope}\``).join(', ')} | ${cells.join(' | ')} |`;
  });
  const table = [`| Tool | Scopes | ${roles.join(' | ')} |`, `|---|---|${roles.map(() => '---|').join('')}`, ...lines];
  const manual = readFileSync(new URL('../../docs/manual/use/assistants.md', import.meta.url), 'utf8');
  expect(manual).toContain(table.join('\n'));
});
