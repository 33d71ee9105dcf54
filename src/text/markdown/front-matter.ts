import { isRecord } from '../../lib/is-record.ts';
import { Condition } from '../expressions/condition.ts';
import { canonicalEmoji } from '../../lib/emoji.ts';
import { readPageLayout, type PageLayout } from './page-layout.ts';
import { cleanText } from './clean-text.ts';
import { readYamlAsWritten, type WrittenYaml } from './yaml.ts';

/** A Markdown document split at the end of its YAML front matter: `markdown.slice(bodyStart)` is the body. */
export interface SplitMarkdown {
  /** The YAML between the fences, or null without front matter. */
  readonly yaml: string | null;
  readonly body: string;
  /** Offset of the body. */
  readonly bodyStart: number;
}

/** The page fields in front matter. */
export interface FrontMatter {
  readonly description?: string;
  readonly emoji?: string;
  readonly icon?: string;
  readonly hidden?: boolean;
  readonly noIndex?: boolean;
  readonly noRobotsIndex?: boolean;
  readonly layout?: PageLayout;
  /** An expression; others are ignored. */
  readonly condition?: string;
  readonly variables?: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, unknown>>;
  readonly title?: string;
  /** URLs as written. */
  readonly cover?: { readonly url: string; readonly dark?: string; readonly yPos: number };
  /** Why the front matter was ignored; it stays in the text. */
  readonly warning?: string;
}

/** Splits off the front matter: a first line `---` up to the next line `---`. Linear time. */
export function splitFrontMatter(markdown: string): SplitMarkdown {
  const none = { yaml: null, body: markdown, bodyStart: 0 };
  const open = /^---[ \t]*\r?\n/.exec(markdown);
  if (!open) return none;
  const fence = /^---[ \t]*(?:\r?\n|$)/gm;
  fence.lastIndex = open[0].length;
  const close = fence.exec(markdown);
  if (!close) return none;
  const bodyStart = close.index + close[0].length;
  return {
    yaml: markdown.slice(open[0].length, close.index),
    body: markdown.slice(bodyStart),
    bodyStart,
  };
}

/** Reads the front matter of a Markdown document; anything but a YAML mapping gives no values and a warning. */
export function readFrontMatter(markdown: string): FrontMatter {
  const { yaml } = splitFrontMatter(markdown);
  if (yaml === null || yaml.trim() === '') return { values: {} };
  if (yaml.length > maxYamlLength)
    return { values: {}, warning: `The front matter is longer than ${maxYamlLength} characters` };
  const { value: parsed, textAt } = readYamlAsWritten(yaml);
  const values = isRecord(parsed) ? plainRecord(parsed, 0) : null;
  if (!values) return { values: {}, warning: 'The front matter is not a YAML mapping' };
  return { values, ...pageFields(values, textAt) };
}

function pageFields(
  values: Readonly<Record<string, unknown>>,
  textAt: WrittenYaml['textAt'],
): Omit<FrontMatter, 'values'> {
  const text = (key: string, max: number) => {
    const clean = cleanText(plainText(textAt(key) ?? ''), max);
    return clean === '' ? undefined : clean;
  };
  const flag = (...keys: string[]) => keys.map((key) => values[key]).find((value) => typeof value === 'boolean');
  return {
    title: text('title', maxTitleLength),
    description: text('description', maxDescriptionLength),
    icon: text('icon', maxIconLength),
    emoji: canonicalEmoji(text('emoji', maxIconLength) ?? '') ?? undefined,
    hidden: flag('hidden'),
    noIndex: flag('noIndex'),
    noRobotsIndex: flag('noRobotsIndex', 'noRobots'),
    layout: readPageLayout(values.layout),
    condition: Condition.safeParse(values.condition).data,
    variables: readVariables(values.vars, textAt),
    cover: readCover(values),
  };
}

/** Reads `vars`: strings, numbers and booleans, as they are written, of at most 256 characters. */
function readVariables(value: unknown, textAt: WrittenYaml['textAt']): Record<string, string> | undefined {
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value)
    .flatMap(([name, item]): [string, string][] =>
      /^[a-z]\w{0,99}$/i.test(name) && isScalar(item) ? [[name, plainText(textAt('vars', name) ?? `${item}`)]] : [],
    )
    .filter(([, text]) => text.length <= maxVariableLength);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** Reads `cover`, a URL or `{ light, dark }`, and `coverY`, its vertical offset. */
function readCover({ cover, coverY }: Readonly<Record<string, unknown>>): FrontMatter['cover'] {
  const { light, dark } = isRecord(cover) ? cover : { light: cover, dark: undefined };
  if (typeof light !== 'string' || light.trim() === '') return undefined;
  return {
    url: light.trim(),
    ...(typeof dark === 'string' && dark.trim() !== '' && { dark: dark.trim() }),
    yPos: typeof coverY === 'number' && Number.isFinite(coverY) ? coverY : 0,
  };
}

/** A copy that JSON and PostgreSQL can store: no NUL, no lone surrogates, no prototypes, at most eight levels. */
function plain(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return plainText(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'boolean') return value;
  if (depth >= maxDepth) return null;
  if (Array.isArray(value)) return value.map((item) => plain(item, depth + 1));
  return isRecord(value) ? plainRecord(value, depth + 1) : null;
}

const plainText = (value: string) => value.toWellFormed().replaceAll('\0', '\uFFFD');

const plainRecord = (value: Record<string, unknown>, depth: number): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== '__proto__')
      .map(([key, item]) => [plainText(key), plain(item, depth)]),
  );

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const maxYamlLength = 65_536;
const maxDepth = 8;
const maxIconLength = 50;
const maxDescriptionLength = 1000;
const maxVariableLength = 256;

/** Maximum length of a page title. */
export const maxTitleLength = 256;
