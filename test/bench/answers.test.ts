import { describe, expect, it } from 'vitest';
import { assertSame } from '../../bench/ask.ts';
import { listBars } from '../../bench/goals.ts';
import { verdict } from '../../bench/report.ts';
import type { Row } from '../../bench/result.ts';
import { listWorkloads, type Workload } from '../../bench/workloads.ts';
import { quickSizes } from '../../bench/dataset/sizes.ts';

const workloadNamed = (name: string) => listWorkloads(quickSizes).find((one) => one.name === name) as Workload;

const row = (name: string, figures: Partial<Row> = {}): Row => ({
  name,
  throughput: [100, 100, 100],
  p50Ms: 1,
  p99Ms: 1,
  serverMicros: 100,
  databaseMicros: 100,
  bytes: 1,
  statements: 1,
  isCompared: true,
  ...figures,
});

describe('the comparison of answers', () => {
  it.each([
    ['another value', { items: [{ id: 'b' }] }, '/items/0/id: "b" instead of "a"'],
    ['a missing member', { items: [{}] }, '/items/0/id: nothing instead of "a"'],
    ['one item more', { items: [{ id: 'a' }, { id: 'b' }] }, '/items/1'],
  ])('an answer ends the run when it has %s', (_what, theirs, place) => {
    expect(() => assertSame({ items: [{ id: 'a' }] }, theirs, 'W1: a peer')).toThrow(place);
  });

  it('the comparison accepts the cost that only GraphQL of Octavo tells, and other spellings of an instant', () => {
    const { comparable } = workloadNamed('W3');
    const ours = { data: { createdAt: '2026-01-01T00:00:00.000Z' }, extensions: { cost: { objects: 1 } } };
    const theirs = { data: { createdAt: '2026-01-01T00:00:00.000000+00:00' } };

    expect(() => assertSame(comparable?.(ours), comparable?.(theirs), 'W3: a peer')).not.toThrow();
  });

  it('the comparison accepts another text of a cursor, and refuses a cursor where the list ends', () => {
    const { comparable } = workloadNamed('W2');

    expect(comparable?.({ items: [], next: { page: 'a' } })).toEqual(comparable?.({ items: [], next: { page: 'b' } }));
    expect(comparable?.({ items: [], next: { page: 'a' } })).not.toEqual(comparable?.({ items: [] }));
  });
});

describe('the goals', () => {
  const rows = [
    row('octavo', { serverMicros: 119, throughput: [60, 60, 60] }),
    row('fastify-pg'),
    row('octavo, many tokens', { serverMicros: 130 }),
  ];

  it('goals are decided by processor time on any machine, with one token and with many', () => {
    const bars = listBars(workloadNamed('W1'), rows, false);

    expect(bars.map(({ what, pass }) => [what, pass])).toEqual([
      ['W1, server µs of octavo / fastify-pg', true],
      ['W1, server µs of octavo, many tokens / fastify-pg', false],
      ['W1, throughput of octavo / fastify-pg', null],
      ['W1, statements per request, whatever the page size', true],
    ]);
    expect(verdict([{ bars }])).toBe(
      '2 of 3 goals reached. Skipped, because the machine was busy when the run began: 1.',
    );
  });

  it('goals of throughput count on a quiet machine', () => {
    const bars = listBars(workloadNamed('W1'), rows, true);

    expect(bars.find(({ what }) => what.includes('throughput'))?.pass).toBe(false);
  });
});
