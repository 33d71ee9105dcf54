import { parse as parseToml, TomlDate, TomlError } from 'smol-toml';
import { isRecord } from '../../../lib/is-record.ts';
import { writeYaml } from '../../markdown/write-yaml.ts';

/** A text whose front matter is YAML. */
export interface WithYaml {
  readonly markdown: string;
  /** By how many lines the body stands lower than in its source. */
  readonly shift: number;
  /** Why front matter could not be read. It stays in the text. */
  readonly warning?: string;
}

const toml = /^\+\+\+[ \t]*\r?\n([^]*?)^\+\+\+[ \t]*(?:\r?\n|$)/m;
const json = /^(\{[ \t]*\r?\n[^]*?^\})[ \t]*(?:\r?\n|$)/m;

const maxLength = 65_536;

/** Writes the front matter of Hugo in TOML (`+++`) or JSON as YAML. Other texts stay as they are. */
export function withYamlFrontMatter(text: string): WithYaml {
  const isToml = /^\+\+\+[ \t]*\r?\n/.test(text);
  const [whole, inside = ''] =
    (isToml ? toml : json).exec(text.startsWith('{') || isToml ? text.slice(0, maxLength) : '') ?? [];
  if (whole === undefined || !text.startsWith(whole)) return { markdown: text, shift: 0 };
  const values = isToml ? readToml(inside) : readJson(inside);
  if ('warning' in values) return { markdown: text, shift: 0, ...values };
  if (values.value === null) return { markdown: text, shift: 0 };
  const written = `---\n${Object.keys(values.value).length > 0 ? writeYaml(values.value) : ''}---\n`;
  return { markdown: `${written}${text.slice(whole.length)}`, shift: countLines(written) - countLines(whole) };
}

const countLines = (text: string) => text.split('\n').length;

type Read = { readonly value: Record<string, unknown> | null } | { readonly warning: string };

/** Reads TOML as a record, or says why it cannot be read. */
export function readToml(text: string): Read {
  try {
    return { value: plain(parseToml(text)) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    return { warning: `The front matter is not TOML (line ${error.line + 1})` };
  }
}

function readJson(text: string): Read {
  try {
    const value: unknown = JSON.parse(text);
    return { value: isRecord(value) ? value : null };
  } catch {
    return { value: null };
  }
}

/** Dates as texts: of a day as it is written, of a moment in UTC. */
const plain = (table: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(table).map(([key, value]) => [key, plainValue(value)]));

function plainValue(value: unknown): unknown {
  if (value instanceof TomlDate) return value.toISOString();
  if (Array.isArray(value)) return value.map(plainValue);
  return isRecord(value) ? plain(value) : value;
}
