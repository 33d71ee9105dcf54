import { readdirSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';
import { Settings } from '../../src/settings.ts';

/** The table of settings, and where they are checked against each other, read none. */
const tables = ['src/settings.ts', 'src/config.ts'];

/** The names of the members that a source reads: `config.PORT`, and `{ PORT }` of what is taken apart. */
function membersReadIn(path: string): Set<string> {
  const read = new Set<string>();
  const visitor = new Visitor({
    MemberExpression: ({ property }) => {
      if (property.type === 'Identifier') read.add(property.name);
    },
    ObjectPattern: ({ properties }) => {
      for (const property of properties)
        if (property.type === 'Property' && property.key.type === 'Identifier') read.add(property.key.name);
    },
  });
  visitor.visit(parseSync(path, readFileSync(path, 'utf8')).program);
  return read;
}

test('each setting is read by a source that is no table of settings', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `src/${name}`)
    .filter((path) => !tables.includes(path));
  const read = new Set(sources.flatMap((path) => [...membersReadIn(path)]));
  expect(Object.keys(Settings.shape).filter((name) => !read.has(name))).toEqual([]);
  expect(read.has('NOT_A_SETTING')).toBe(false);
});
