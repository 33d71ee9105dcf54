import { doorNames, type Door } from './doors.ts';

/** The effect of one request on others. Times are in milliseconds. */
export interface Line {
  readonly text: string;
  readonly door: Door;
  /** Status of the response; 0 for a request that timed out. */
  readonly status: number;
  readonly ms: number;
  /** Response times of `/healthz` during the request, which grow with other load of the machine. */
  readonly waits: readonly number[];
  /** Processor time of the server's main thread in each of these intervals. */
  readonly holds: readonly number[];
  /** Peak memory of the server's process. */
  readonly megabytes: number;
  /** Peak memory of the processes that the server has started: workers and PDF compilers. */
  readonly helpers: number;
}

export interface Memory {
  readonly start: number;
  readonly warm: number;
  /** Memory 30 seconds after the last text. */
  readonly end: number | null;
}

const at = (sorted: readonly number[], share: number) =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);

const figures = (numbers: readonly number[]) => {
  const sorted = numbers.toSorted((a, b) => a - b);
  return `${at(sorted, 0.5)} / ${at(sorted, 0.99)} / ${at(sorted, 1)}`;
};

function row(name: string, lines: readonly Line[]): string {
  const texts = new Set(lines.map(({ text }) => text)).size;
  const count = (matches: (status: number) => boolean) => lines.filter(({ status }) => matches(status)).length;
  const cells = [
    name,
    texts,
    lines.length,
    figures(lines.flatMap(({ holds }) => holds)),
    figures(lines.flatMap(({ waits }) => waits)),
    Math.round(Math.max(0, ...lines.map(({ megabytes }) => megabytes))),
    Math.round(Math.max(0, ...lines.map(({ helpers }) => helpers))),
    count((status) => status >= 200 && status < 300),
    count((status) => status >= 400 && status < 500),
    count((status) => status >= 500),
    count((status) => status === 0),
  ];
  return `| ${cells.join(' | ')} |\n`;
}

const columns = (first: string) =>
  `| ${first} | texts | requests | hold p50 / p99 / worst ms | wait p50 / p99 / worst ms | server MB | helpers MB | 2xx | 4xx | 5xx | given up |\n` +
  '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n';

/** Formats the tables of a run as Markdown. */
export function report(lines: readonly Line[], { start, warm, end }: Memory): string {
  const kindOf = ({ text }: Line) => text.replace(/ \S+ \d+$/, '');
  const byDoor = doorNames.map((door) =>
    row(
      door,
      lines.filter((line) => line.door === door),
    ),
  );
  const kinds = [...new Set(lines.map(kindOf))];
  const byKind = kinds.map((kind) =>
    row(
      kind,
      lines.filter((line) => kindOf(line) === kind),
    ),
  );
  const worst = (line: Line) => Math.max(0, ...line.holds);
  const slowest = lines
    .toSorted((a, b) => worst(b) - worst(a))
    .slice(0, 20)
    .map((line) => `| ${Math.round(worst(line))} | ${line.door} | ${line.text} | ${line.status} | ${line.ms} |\n`);
  const largest = lines
    .toSorted((a, b) => b.megabytes - a.megabytes)
    .slice(0, 5)
    .map(({ megabytes, door, text }) => `${Math.round(megabytes)} MB ${door} ${text}`);
  return (
    `${columns('door')}${row('all', lines)}${byDoor.join('')}\n${columns('construct')}${byKind.join('')}\n` +
    `| hold ms | door | text | status | ms |\n| --- | --- | --- | --- | --- |\n${slowest.join('')}\n` +
    `Memory of the server with its threads, without helpers: ${Math.round(start)} MB at the start, ${Math.round(warm)} MB after 8,000 ordinary requests` +
    `${end === null ? '' : `, ${Math.round(end)} MB half a minute after the last text`}.\n` +
    `Largest: ${largest.join('; ')}.\n`
  );
}
