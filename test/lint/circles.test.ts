import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';

type Imports = ReadonlyMap<string, readonly string[]>;

/** Returns the relative modules that a file imports: static, type-only, re-exported and dynamic. */
const listSpecifiers = (text: string): string[] =>
  [...text.matchAll(/\b(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g)].flatMap(
    ([, specifier]) => specifier ?? [],
  );

/** Returns the groups of files that import each other, by Tarjan's algorithm for strongly connected components. */
function listCircles(imports: Imports): string[][] {
  const circles: string[][] = [];
  const seen = new Map<string, { order: number; low: number; open: boolean }>();
  const stack: string[] = [];
  const visit = (file: string) => {
    const state = { order: seen.size, low: seen.size, open: true };
    seen.set(file, state);
    stack.push(file);
    for (const next of imports.get(file) ?? []) {
      if (!imports.has(next)) continue;
      const known = seen.get(next) ?? visit(next);
      if (known.open) state.low = Math.min(state.low, known.low);
    }
    if (state.low !== state.order) return state;
    const group = stack.splice(stack.indexOf(file));
    for (const member of group) seen.get(member)!.open = false;
    if (group.length > 1 || imports.get(file)?.includes(file)) circles.push(group.toSorted());
    return state;
  };
  for (const file of imports.keys()) if (!seen.has(file)) visit(file);
  return circles;
}

/** Returns the relative modules that a file loads with itself: neither types, nor what it imports later. */
const listLoaded = (text: string): string[] =>
  [...text.matchAll(/^(?:import|export)\s+(?!type\b)(?:[^'";]*?\bfrom\s+)?'(\.{1,2}\/[^']+)'/gm)].flatMap(
    ([, specifier]) => specifier ?? [],
  );

const root = resolve(import.meta.dirname, '../..');

it('the files of src, scripts and test import each other in no circle, dynamic imports and types included', () => {
  const files = ['src', 'scripts', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.m?ts$|\.mjs$/.test(path) && !/(^|\/)(generated|node_modules)\//.test(path))
      .map((path) => join(folder, path)),
  );
  const imports = new Map(
    files.map((file) => [
      file,
      listSpecifiers(readFileSync(join(root, file), 'utf8')).map((path) => join(dirname(file), path)),
    ]),
  );
  expect(imports.size).toBeGreaterThan(1_000);
  expect(listCircles(imports)).toEqual([]);
});

it('the server starts without the OpenAPI document, which takes megabytes', () => {
  const loaded = new Set(['src/app/http/server.ts']);
  for (const file of loaded)
    for (const path of listLoaded(readFileSync(join(root, file), 'utf8'))) loaded.add(join(dirname(file), path));
  expect(loaded).toContain('src/rest/__generated__/routes.ts');
  expect(loaded).not.toContain('src/rest/__generated__/openapi.ts');
});

it.each([
  ["import { a } from './b.ts';", "import './a.ts';"],
  ["export * from './b.ts';", "import type { A } from './a.ts';"],
  ["const { b } = await import('./b.ts');", "import { type A } from './a.ts';"],
  ["const { b } = await import(\n  './b.ts'\n);", "const load = () => import('./a.ts');"],
])('a circle of %j and %j is found', (a, b) => {
  const imports = new Map([
    ['./a.ts', listSpecifiers(a)],
    ['./b.ts', listSpecifiers(b)],
    ['./c.ts', ['./a.ts', './b.ts']],
  ]);
  expect(listCircles(imports)).toEqual([['./a.ts', './b.ts']]);
});
