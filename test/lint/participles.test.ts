import { parseSync, Visitor } from 'oxc-parser';
import { expect, it } from 'vitest';
import { participlesRule } from '../../scripts/lint/participles.mjs';

function reported(code: string): string | null {
  let message: string | null = null;
  const rule = participlesRule.create({ report: (problem: { message: string }) => void ({ message } = problem) });
  new Visitor(rule).visit(parseSync('code.ts', code).program);
  return message;
}

it.each([
  'function read(known) { const found = known.get(1); return found; }',
  'const read = ({ given }) => { const [made] = given; return made; };',
  'function read({ of: known = null, ...kept }) { return () => known; }',
  'function read(seen) { return ids.filter((taken) => seen.has(taken)); }',
])('the rule for participles refuses %s', (code) => {
  expect(reported(code)).toContain('Name what they are');
});

it.each([
  'function read(known) { return known; } function write(found) { return found; }',
  'const known = 1; const read = (found) => found;',
  'function read({ known: rows, found }) { return { known: rows, found }; }',
])('the rule for participles accepts %s', (code) => {
  expect(reported(code)).toBeNull();
});
