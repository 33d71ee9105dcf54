import { expect, it } from 'vitest';
import { declaredFacts } from '../declared-facts.ts';
import { readMetMembers } from '../setup/seen.ts';

// See docs/adr/0076-declared-is-used.md.
it('each member of an input is read by code while a test sends it (TEST_WRITE_MEMBERS=1 adds what its tests prove)', () => {
  const met = new Set(readMetMembers());
  const { member } = declaredFacts();
  expect([...member].filter((name) => !met.has(name))).toEqual([]);
  expect([...met].filter((name) => !member.has(name))).toEqual([]);
});
