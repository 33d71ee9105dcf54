import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly children?: readonly number[];
}

/** A profile as `node --cpu-prof` writes it. */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  /** Monotonic time in microseconds. */
  readonly startTime: number;
  /** The node that ran at each sample, and the microseconds since the sample before. */
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Parts of a request, by the module and function that run. The first rule that fits names the part. */
const rules: readonly (readonly [part: string, pattern: RegExp])[] = [
  ['garbage collection', /^\(garbage collector\)$/],
  ['statements to the socket', /^src\/handmade\/prepared-query\.ts submit$|^node_modules\/pg\/lib\/connection/],
  ['driver and rows', /^node_modules\/(?:pg|pg-pool|pg-protocol)\/|^src\/(?:handmade\/(?:prepared|row)|db\/)/],
  ['JSON', /^src\/app\/graphql\/endpoint\.ts send\d*$|^src\/lib\/payload\.ts|^src\/rest\/answer|^(?:\S+ )?anonymous1$/],
  ['parsing, limits and cost', /^src\/engine\/(?:limits|documents|document-caches)/],
  ['GraphQL execution', /^src\/engine\/|^node_modules\/(?:graphql|graphql-jit|@pothos)\//],
  ['resolvers and loaders', /^src\/(?:schema|domain|loaders|access)\/|^node_modules\/(?:dataloader|zod)\//],
  ['answer of an operation: deadline, budget, errors, metrics', /^src\/app\/graphql\//],
  ['HTTP and its hooks', /^node_modules\/(?:fastify|@fastify|find-my-way|mercurius)\/|^src\/app\/|^node:_http/],
];

const otherPart = 'event loop, promises, system';

export interface Part {
  readonly part: string;
  /** Of the time in which the process did not wait. */
  readonly share: number;
}

/** Adds up the samples between two monotonic times. A function counts to the part of its nearest caller that has one. */
export function timesByPart(profile: CpuProfile, [from, to]: readonly [from: number, to: number]): Part[] {
  const partOf = partFinder(profile);
  const times = new Map<string, number>();
  let now = profile.startTime;
  let total = 0;
  profile.samples.forEach((id, index) => {
    const delta = profile.timeDeltas[index] ?? 0;
    now += delta;
    const part = now < from || now > to ? null : partOf(id);
    if (part === null) return;
    total += delta;
    times.set(part, (times.get(part) ?? 0) + delta);
  });
  return [...times].map(([part, time]) => ({ part, share: time / total })).toSorted((a, b) => b.share - a.share);
}

/** Returns a function that finds the part of a node; null for a process that waits. */
function partFinder({ nodes }: CpuProfile): (id: number) => string | null {
  const moduleOf = moduleFinder();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const found = new Map<number, string | null>();
  const find = (id: number): string | null => {
    const node = byId.get(id);
    if (!node) return otherPart;
    const { functionName, url, lineNumber } = node.callFrame;
    if (functionName === '(idle)') return null;
    const text = `${moduleOf(url, lineNumber)} ${functionName}`.trim();
    return rules.find(([, pattern]) => pattern.test(text))?.[0] ?? find(parents.get(id) ?? -1);
  };
  return (id) => {
    const known = found.get(id);
    if (known !== undefined) return known;
    const part = find(id);
    found.set(id, part);
    return part;
  };
}

/** Returns a function that names the source of a line in the bundle. esbuild writes it as a comment above each module. */
function moduleFinder(): (url: string, line: number) => string {
  const files = new Map<string, readonly string[]>();
  return (url, line) => {
    if (!url.startsWith('file:')) return url;
    if (url.includes('/node_modules/')) return url.replace(/^.*\/node_modules\//, 'node_modules/');
    const known = files.get(url) ?? listModules(url);
    files.set(url, known);
    return known[line] ?? url;
  };
}

/** The module of each line. */
function listModules(url: string): string[] {
  let module = url;
  return readFileSync(fileURLToPath(url), 'utf8')
    .split('\n')
    .map((text) => (module = /^\/\/ (?:\.\.\/)*((?:src|node_modules)\/\S+)$/.exec(text)?.[1] ?? module));
}
