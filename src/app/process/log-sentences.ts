import { counted } from '../../lib/counted.ts';

type Entry = Readonly<Record<string, unknown>> & {
  readonly level?: string;
  readonly msg?: string;
  readonly err?: { readonly type?: string; readonly message?: string; readonly stack?: string };
};

const seconds = (ms: unknown) => `${(Number(ms) / 1000).toFixed(1)} s`;

/** What messages say to a person at a terminal; null for nothing. Others are shown as they are. */
const sentences: Readonly<Record<string, (entry: Entry) => string | null>> = {
  'embedded database opened': ({ durationMs }) => `Opened the embedded database in ${seconds(durationMs)}.`,
  'migrations begin': ({ count }) => `Migrating the database: ${counted(Number(count), 'step')} …`,
  'Migration applied': () => null,
  'migrations end': ({ count, durationMs }) =>
    `Migrated the database: ${counted(Number(count), 'step')} in ${seconds(durationMs)}.`,
  request: ({ method, route, status, ms, aborted }) =>
    `${String(method)} ${String(route)} ${String(status)} in ${String(ms)} ms${aborted === true ? ', aborted' : ''}`,
  stopping: ({ signal }) => `Stopping after ${String(signal)}: requests in progress may complete.`,
  stopped: () => 'Stopped.',
};

/** Turns a line of the log into a sentence for a terminal; null for a line that a person does not need. */
export function sentenceOfLine(line: string): string | null {
  const entry = JSON.parse(line) as Entry;
  const { level = 'info', msg = '', err, time: _time, ...facts } = entry;
  const sentence = Object.hasOwn(sentences, msg) ? sentences[msg] : undefined;
  if (sentence && level === 'info') return sentence(entry);
  const label = level === 'info' ? '' : `${level}: `;
  const texts = Object.entries(facts).map(([name, value]) => `${name} ${String(value)}`);
  const details = texts.length > 0 ? ` (${texts.join(', ')})` : '';
  return `${label}${msg}${details}${err === undefined ? '' : `\n${err.stack ?? `${err.type}: ${err.message}`}`}`;
}
