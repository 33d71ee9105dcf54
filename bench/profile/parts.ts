import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly children?: readonly number[];
}

/** A profile as `node --cpu-prof` writes it. */
export interface CpuProfile {
  /** Monotonic time in microseconds. */
  readonly startTime: number;
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Parts of a request by what is called, tried in order. */
const rules: readonly (readonly [part: string, pattern: RegExp])[] = [
  ['garbage collection', /^\(garbage collector\)$/],
  ['statements to the socket', /prepared-query.ts submit$|pg\/lib\/connection/],
  ['driver', /node_modules\/(pg|pg-pool|pg-protocol)\/|src\/handmade\/(prepared|row)|src\/db\//],
  ['JSON and payload', /src\/app\/graphql\/endpoint.ts send$|src\/lib\/payload.ts|src\/rest\/answer/],
  ['parsing, limits and cost', /src\/engine\/(limits|documents|document-caches)/],
  ['GraphQL execution', /graphql-jit|src\/engine\/|node_modules\/graphql\/|@pothos|^ |^graphql-jit/],
  ['resolvers', /src\/(schema|domain|loaders|access)\/|node_modules\/(dataloader|zod)/],
  ['answer of an operation', /src\/app\/graphql\//],
  ['HTTP', /node_modules\/(fastify|@fastify|find-my-way|avvio)|src\/app\/|node:(_http|internal\/http)/],
];

export interface Part {
  readonly part: string;
  /** Of the time that the process did not wait. */
  readonly share: number;
  readonly functions: readonly (readonly [text: string, share: number])[];
}

/** Adds the time of each function to a part: that of the nearest caller which a rule names. */
export function timesByPart(
  { startTime, nodes, samples, timeDeltas }: CpuProfile,
  [from, to]: readonly [number, number],
): Part[] {
  const modules = moduleNames();
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const textOf = ({ callFrame: { functionName, url, lineNumber } }: ProfileNode) =>
    `${modules(url, lineNumber)} ${functionName}`.trim();
  const partOf = (node: ProfileNode): string => {
    for (let at: ProfileNode | undefined = node; at; at = byId.get(parents.get(at.id) ?? -1)) {
      const text = textOf(at);
      const rule = rules.find(([, pattern]) => pattern.test(text));
      if (rule) return rule[0];
    }
    return 'system and event loop';
  };
  const times = new Map<number, number>();
  let now = startTime;
  samples.forEach((id, index) => {
    const delta = timeDeltas[index] ?? 0;
    now += delta;
    if (now >= from && now <= to) times.set(id, (times.get(id) ?? 0) + delta);
  });
  const parts = new Map<string, Map<string, number>>();
  let total = 0;
  for (const [id, time] of times) {
    const node = byId.get(id);
    if (!node || node.callFrame.functionName === '(idle)') continue;
    total += time;
    const part = partOf(node);
    const functions = parts.get(part) ?? new Map<string, number>();
    parts.set(part, functions);
    const text = textOf(node);
    functions.set(text, (functions.get(text) ?? 0) + time);
  }
  return [...parts]
    .map(([part, functions]) => ({
      part,
      share: [...functions.values()].reduce((sum, time) => sum + time, 0) / total,
      functions: [...functions].map(([text, time]) => [text, time / total] as const).sort((a, b) => b[1] - a[1]),
    }))
    .sort((a, b) => b.share - a.share);
}

/** Names the source of a line of the bundle, which esbuild writes above each module as a comment. */
function moduleNames() {
  const files = new Map<string, string[]>();
  return (url: string, line: number) => {
    if (!url.startsWith('file:') || url.includes('/node_modules/'))
      return url.replace(/^.*\/node_modules\//, 'node_modules/');
    let names = files.get(url);
    if (!names) {
      let name = '';
      names = readFileSync(fileURLToPath(url), 'utf8')
        .split('\n')
        .map((text) =>
          text.startsWith('// ') && /^\/\/ (\.\.\/\.\.\/)?(src|node_modules)\//.test(text)
            ? (name = text.slice(3).replace('../../', ''))
            : name,
        );
      files.set(url, names);
    }
    return names[line] ?? url;
  };
}
