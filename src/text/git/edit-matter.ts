import { isMap, isScalar, parseDocument, stringify, type Pair } from 'yaml';
import { readFrontMatter, splitFrontMatter } from '../markdown/front-matter.ts';
import { writeYaml } from '../markdown/write-yaml.ts';
import { lineEndOf } from './edit-body.ts';

/** New values of the keys of front matter; an undefined one is deleted. */
export type MatterEdit = ReadonlyMap<string, unknown>;

/**
 * Changes keys in the front matter of a text. The characters of all other keys, their order and comments stay. A text without
 * front matter, or with such that cannot be read, gets it above. Front matter without anything left goes.
 */
export function editMatter(text: string, edit: MatterEdit): string {
  if (edit.size === 0) return text;
  const { yaml, body, bodyStart } = splitFrontMatter(text);
  const lineEnd = lineEndOf(text);
  const isReadable = yaml !== null && readFrontMatter(text).warning === undefined;
  if (!isReadable) {
    const added = yamlOf(edit);
    return added === '' ? text : `---\n${added}---\n`.replaceAll('\n', lineEnd) + text;
  }
  const edited = editYaml(yaml.replaceAll('\r\n', '\n'), edit).replaceAll('\n', lineEnd);
  if (edited.trim() === '') return body;
  const [open = ''] = /^---[ \t]*\r?\n/.exec(text) ?? [];
  const close = text.slice(open.length + yaml.length, bodyStart);
  return `${open}${edited}${close}${body}`;
}

const yamlOf = (edit: MatterEdit): string => {
  const values = [...edit].filter(([, value]) => value !== undefined);
  return values.length === 0 ? '' : writeYaml(Object.fromEntries(values));
};

function editYaml(yaml: string, edit: MatterEdit): string {
  const document = parseDocument(yaml, { schema: 'core', logLevel: 'silent' });
  const { contents } = document;
  if (!isMap(contents)) return `${yaml}${yamlOf(edit)}`;
  if (contents.flow === true) {
    for (const [key, value] of edit)
      if (value === undefined) document.delete(key);
      else document.set(key, value);
    return document.toString({ lineWidth: 0 });
  }
  const splices: { start: number; end: number; text: string }[] = [];
  const pairs = new Map(contents.items.map((pair) => [isScalar(pair.key) ? String(pair.key.value) : '', pair]));
  for (const [key, value] of edit) {
    const pair = pairs.get(key);
    if (pair) splices.push(splicePair(yaml, pair, { key, value }));
  }
  let text = yaml;
  for (const { start, end, text: part } of splices.toSorted((one, other) => other.start - one.start))
    text = text.slice(0, start) + part + text.slice(end);
  const missing = yamlOf(new Map([...edit].filter(([key]) => !pairs.has(key))));
  return missing !== '' && text !== '' && !text.endsWith('\n') ? `${text}\n${missing}` : `${text}${missing}`;
}

/** Replaces a pair by its new value, or deletes its lines. A comment behind the value stays with it. */
function splicePair(yaml: string, pair: Pair, { key, value }: { readonly key: string; readonly value: unknown }) {
  const start = rangeOf(pair.key)?.[0] ?? 0;
  const written = rangeOf(pair.value) ?? rangeOf(pair.key);
  const end = Math.max(written?.[1] ?? start, yaml.indexOf(':', rangeOf(pair.key)?.[1] ?? start) + 1);
  if (value === undefined) {
    const lineEnd = yaml[end - 1] === '\n' ? end - 1 : yaml.indexOf('\n', end);
    return { start, end: lineEnd < 0 ? yaml.length : lineEnd + 1, text: '' };
  }
  const { type } = isScalar(pair.value) ? pair.value : { type: undefined };
  const quoted = type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE' ? { defaultStringType: type } : {};
  const text = stringify(
    { [key]: value },
    {
      lineWidth: 0,
      aliasDuplicateObjects: false,
      defaultKeyType: 'PLAIN',
      ...quoted,
    },
  );
  return { start, end, text: yaml[end - 1] === '\n' ? text : text.trimEnd() };
}

const rangeOf = (node: unknown): readonly [number, number, number] | undefined => {
  const range: unknown = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
  return Array.isArray(range) ? (range as [number, number, number]) : undefined;
};
