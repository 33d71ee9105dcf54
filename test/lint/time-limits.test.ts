import { parseExpression } from '@babel/parser';
import { expect, it } from 'vitest';
import { timeLimitsRule } from '../../scripts/lint/time-limits.mjs';

function report(call: string) {
  let reported: string | null = null;
  const visitor = timeLimitsRule.create({ report: ({ message }: { message: string }) => void (reported = message) });
  visitor.CallExpression(parseExpression(call) as never);
  return reported;
}

it.each([
  "it('a start is refused', { timeout: 60_000 }, () => {})",
  "describe.runIf(true)('a start', { timeout: 120_000 }, () => {})",
  "it.each([1])('a start is refused %s', async () => {}, 30_000)",
  'beforeAll(async () => {}, 60_000)',
])('the rule for limits of time refuses %s', (call) => {
  expect(report(call)).toContain('300 seconds');
});

it('the rule for limits of time refuses vi.waitFor', () => {
  expect(report('vi.waitFor(() => undefined)')).toContain('expect.poll');
});

it('the rule for limits of time refuses a poll with one of its own', () => {
  expect(report('expect.poll(() => 1, { timeout: 30_000 })')).toContain('patienceMs');
  expect(report('expect.poll(() => 1)')).toBeNull();
});

it.each([
  "it('a start is refused', () => {})",
  "it.each([[1, 2]])('a start is refused %s', () => {})",
  "it('one command measures everything', { timeout: 600_000 }, () => {})",
  "describe('SIGTERM', { timeout: rounds * 60_000 }, () => {})",
  "run('a worker', { timeout: 1_000 }, () => {})",
])('the rule for limits of time accepts %s', (call) => {
  expect(report(call)).toBeNull();
});
