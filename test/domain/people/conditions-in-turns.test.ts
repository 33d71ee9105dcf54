import { describe, expect, test } from 'vitest';
import { hiddenIn } from '../../../src/domain/authoring/content/audience.ts';
import type { ConditionOutline } from '../../../src/domain/authoring/content/outline.ts';
import type { Context } from '../../../src/domain/core/context.ts';
import { createConditions } from '../../../src/domain/people/visitors/conditions.ts';
import { selectVisibleParts } from '../../../src/domain/people/visitors/visible-parts.ts';

// The context is only used as the key of its budget.
const aContext = () => ({}) as Context;

const list = `[${Array.from({ length: 40 }, () => '1').join()}]`;
/** A condition that takes nearly all steps that one may take, and is false. */
const dear = (seed: number) => `${list}.some(x => ${list}.some(y => x + y === visitor.claims.n + ${seed}))`;

const outline = (pages: number): ConditionOutline => ({
  pages: Array.from({ length: pages }, (_, index) => ({
    id: `pg_${index}`,
    parentId: null,
    title: '',
    condition: dear(index),
    variables: null,
  })),
  texts: new Map(),
  links: [],
  fileIds: [],
  spaceVariables: {},
});

/** Runs work and counts the turns of the event loop meanwhile. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isDone = true;
  return turns;
}

describe('conditions', () => {
  test('of a revision are evaluated in turns with other events', async () => {
    const conditions = createConditions({ n: 1_000 });
    const turns = await turnsDuring(() => hiddenIn(aContext(), outline(200), conditions));
    expect(conditions.stepsTaken()).toBeGreaterThan(400_000);
    expect(turns).toBeGreaterThanOrEqual(2);
  });

  test('of many visitors whose rows arrive together leave a turn between them', async () => {
    const parts = {
      sections: Array.from({ length: 100 }, (_, index) => ({ id: String(index), condition: dear(index) })),
      siteSpaces: [],
    };
    const turns = await turnsDuring(() =>
      Promise.all(
        Array.from({ length: 20 }, (_, n) => selectVisibleParts(aContext(), parts, createConditions({ n: 100 + n }))),
      ),
    );
    expect(turns).toBeGreaterThanOrEqual(19);
  });

  test('hide what they did when they were evaluated at once', async () => {
    const conditions = createConditions({ n: 2 });
    const { pages } = await hiddenIn(aContext(), outline(3), conditions);
    expect([...pages]).toEqual([
      ['pg_1', 'pg_1'],
      ['pg_2', 'pg_2'],
    ]);
  });
});
