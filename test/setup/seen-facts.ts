import { afterAll } from 'vitest';
import type { Harness } from '../harness.ts';
import { keepFacts } from './seen.ts';

const shared = globalThis as { octavoHarness?: Promise<Harness> };

afterAll(async () => {
  // Files of pure functions meet nothing of this.
  const harness = await shared.octavoHarness;
  if (harness === undefined) return;
  const { declaredFacts, noteEvents } = await import('../declared-facts.ts');
  // A test may have ended the database. Later files get another one.
  await noteEvents(harness).catch(() => undefined);
  keepFacts(declaredFacts());
});
