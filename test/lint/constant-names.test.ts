import { expect, it } from 'vitest';
import { constantNamesRule } from '../../scripts/lint/constant-names.mjs';

function reported(name: string) {
  let found: string | null = null;
  const visitor = constantNamesRule.create({ report: ({ message }: { message: string }) => void (found = message) });
  visitor.VariableDeclarator({ id: { type: 'Identifier', name } });
  return found;
}

it.each(['MAX_ATTEMPTS', 'BUCKET', 'SHA256'])('the rule for constants refuses %s', (name) => {
  expect(reported(name)).toContain('in camelCase');
});

it.each(['maxAttempts', 'Settings', 'x', 'URLOf'])('the rule for constants accepts %s', (name) => {
  expect(reported(name)).toBeNull();
});
