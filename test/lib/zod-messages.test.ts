import { expect, test } from 'vitest';
import * as z from 'zod';
import '../../src/lib/zod-messages.ts';

const shape = z.strictObject({
  title: z.string().min(1).max(50),
  code: z.string().min(2),
  slug: z.string().regex(/^[a-z]+$/),
  email: z.email(),
  kind: z.enum(['page', 'group']),
  version: z.literal(2),
  limit: z.int().min(0).max(1000),
  ratio: z.number().lt(1),
  tags: z.array(z.string()).max(2),
  either: z.union([z.number(), z.boolean()]),
});
const valid = {
  title: 'A',
  code: 'ab',
  slug: 'a',
  email: 'ada@example.org',
  kind: 'page',
  version: 2,
  limit: 1,
  ratio: 0,
  tags: [],
  either: 1,
};

test.each([
  [{ title: 'a'.repeat(51) }, 'must have at most 50 characters'],
  [{ title: '' }, 'must not be empty'],
  [{ code: 'a' }, 'must have at least 2 characters'],
  [{ title: 1 }, 'must be a text'],
  [{ title: undefined }, 'is required'],
  [{ slug: 'A' }, 'must match /^[a-z]+$/'],
  [{ email: 'ada' }, 'must be an email address'],
  [{ kind: 'file' }, 'must be one of "page", "group"'],
  [{ version: 1 }, 'must be 2'],
  [{ limit: 1001 }, 'must be at most 1000'],
  [{ limit: -1 }, 'must be at least 0'],
  [{ limit: 1.5 }, 'must be an integer'],
  [{ ratio: 1 }, 'must be less than 1'],
  [{ tags: ['a', 'b', 'c'] }, 'must have at most 2 items'],
  [{ tags: 'a' }, 'must be a list'],
  [{ either: 'a' }, 'does not have an accepted form'],
  [{ colour: 'red' }, 'must not have "colour"'],
])('%j says that it %s', (change, message) => {
  const { error } = shape.safeParse({ ...valid, ...change });
  expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
});

test('a message that a rule brings along stays', () => {
  const rule = z.string().max(1, 'is too long for a flag');
  expect(rule.safeParse('ab').error?.issues[0]?.message).toBe('is too long for a flag');
});
