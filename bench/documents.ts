// Measures the memory of cached GraphQL documents: the bytes of one document, and the heap while new ones are used.
// Usage: `node --expose-gc --max-old-space-size=256 --import tsx bench/documents.ts [number of documents] [--heap]`
// `--heap` leaves out the bytes of one document.
import { parse } from 'graphql';
import { readConfig } from '../src/config.ts';
import type { Context } from '../src/domain/core/context.ts';
import { compile } from '../src/engine/compile.ts';
import { usesPerCompilation } from '../src/engine/document-caches.ts';
import { createDocuments } from '../src/engine/documents.ts';
import { limitsOf } from '../src/engine/limits/limits.ts';
import { measure } from '../src/engine/limits/measure.ts';
import { schema } from '../src/schema/index.ts';

const count = Number(process.argv[2] ?? 10_000);
const print = (line: string) => process.stdout.write(`${line}\n`);

const page = 'id title permissions { view edit } organization { id title permissions { view admin } }';
const shapes: Readonly<Record<string, (n: number) => string>> = {
  small: (n) => `query Q${n} { viewer { id } }`,
  scalars: (n) => `query Q${n} { viewer { ${'id displayName email photoUrl '.repeat(12)} } }`,
  arguments: (n) =>
    `query Q${n} { ${Array.from({ length: 15 }, (_, at) => `a${at}: space(id: "spc_${n}${at}") { id title }`).join(' ')} }`,
  dashboard: (n) =>
    `query Q${n} { viewer { ${Array.from({ length: 25 }, (_, at) => `a${at}x${n}: displayName`).join(' ')} organizations(first: 1) { edges { node { id spaces(first: 2) { edges { node { ${page} } } } } } } } } # ${'x'.repeat(1_800)}`,
};

function heap(): number {
  for (let run = 0; run < 4; run += 1) globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

function printBytesOfOne() {
  print('| Document | Tokens | Bytes a token | Fields | Bytes a field, compiled |\n| --- | --- | --- | --- | --- |');
  for (const [name, textOf] of Object.entries(shapes)) {
    const texts = Array.from({ length: 100 }, (_, n) => textOf(n));
    const before = heap();
    const documents = texts.map((text) => parse(text));
    const parsed = heap();
    const compiled = documents.map((document) => compile(schema, document));
    const after = heap();
    const [first] = documents;
    const tokens = first?.tokenCount ?? 1;
    const fields = first ? measure(first).fields : 1;
    const perField = (after - parsed) / compiled.length / fields;
    print(
      `| ${name} | ${tokens} | ${((parsed - before) / documents.length / tokens).toFixed(0)} | ${fields} | ${perField.toFixed(0)} |`,
    );
  }
}

if (!process.argv.includes('--heap')) printBytesOfOne();

const documents = createDocuments({ schema, limits: limitsOf(readConfig({})), introspection: true });
// Without a database every field of the viewer fails, which does not change the memory of the document.
const ctx = { actor: { userId: '' } } as unknown as Context;
const textOf = shapes['dashboard'] ?? String;
print('| Different documents used | Heap, MB |\n| --- | --- |');
for (let n = 1; n <= count; n += 1) {
  const prepared = documents(textOf(n), null);
  if (prepared.kind !== 'operation') throw new Error(`The document was refused: ${prepared.kind}`);
  // One document in ten is used often enough to be compiled.
  const uses = n % 10 === 0 ? usesPerCompilation + 1 : 3;
  for (let use = 0; use < uses; use += 1) await prepared.run(ctx, {});
  if (n % (count / 10) === 0) print(`| ${n} | ${(heap() / 1e6).toFixed(0)} |`);
}
