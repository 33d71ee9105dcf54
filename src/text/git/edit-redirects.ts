import { isMap, isScalar, parseDocument, stringify, type Pair, type YAMLMap } from 'yaml';
import { writeYaml } from '../markdown/write-yaml.ts';
import { lineEndOf } from './edit-body.ts';

/**
 * Sets redirects in a `.gitbook.yaml`. New keys stand before the first one that sorts behind them; everything else stays as it is written.
 * Null for a text that cannot be edited.
 */
export function editRedirects(text: string, redirects: ReadonlyMap<string, string>): string | null {
  if (redirects.size === 0) return text;
  const plain = text.replaceAll('\r\n', '\n');
  const { contents, errors } = parseDocument(plain, { logLevel: 'silent' });
  if (errors.length > 0) return null;
  if (!isMap(contents) && !isNothing(contents)) return null;
  const edited = isMap(contents) ? editMapping(plain, contents, redirects) : append(plain, redirects);
  return edited?.replaceAll('\n', lineEndOf(text)) ?? null;
}

const isNothing = (node: unknown) => node === null || (isScalar(node) && node.value === null);

function editMapping(text: string, mapping: YAMLMap, redirects: ReadonlyMap<string, string>): string | null {
  if (mapping.flow === true) return null;
  const pair = mapping.items.find(({ key }) => isScalar(key) && key.value === 'redirects');
  if (!pair) return append(text, redirects);
  if (!isNothing(pair.value)) return insert(text, pair, redirects);
  const at = isScalar(pair.key) ? text.indexOf(':', pair.key.range?.[1]) + 1 : 0;
  const written = writeYaml({ redirects: Object.fromEntries(sorted(redirects)) });
  return `${text.slice(0, at)}${written.slice(written.indexOf('\n')).trimEnd()}${text.slice(at)}`;
}

const append = (text: string, redirects: ReadonlyMap<string, string>) =>
  `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${writeYaml({ redirects: Object.fromEntries(sorted(redirects)) })}`;

const sorted = (redirects: ReadonlyMap<string, string>) =>
  [...redirects].toSorted(([one], [other]) => (one < other ? -1 : 1));

function insert(text: string, { value }: Pair, redirects: ReadonlyMap<string, string>): string | null {
  if (!isMap(value) || value.flow === true) return null;
  const present = value.items.flatMap((pair) => {
    const [key, item] = [pair.key, pair.value];
    return isScalar(key) && key.range && isScalar(item) && item.range
      ? [{ name: String(key.value), key: key.range, item: item.range }]
      : [];
  });
  const [first] = present;
  const last = present.at(-1);
  if (!first || !last) return null;
  const column = first.key[0] - (text.lastIndexOf('\n', first.key[0] - 1) + 1);
  const indent = ' '.repeat(column);
  const endOfLine = (at: number) => (text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at) + 1);
  const splices = sorted(redirects).map(([name, path]) => {
    const line = stringify({ [name]: path }, { lineWidth: 0 }).trimEnd();
    const own = present.find((one) => one.name === name);
    if (own) return { start: own.key[0], end: own.item[1], part: line };
    const next = present.find((one) => one.name > name);
    const at = next ? next.key[0] - column : endOfLine(last.item[1]);
    const isBelow = at > 0 && text[at - 1] !== '\n';
    return { start: at, end: at, part: `${isBelow ? '\n' : ''}${indent}${line}\n` };
  });
  // Backwards, so that offsets stay valid; those at the same place stay in their order.
  return splices
    .map((splice, order) => ({ ...splice, order }))
    .toSorted((one, other) => other.start - one.start || other.order - one.order)
    .reduce((whole, { start, end, part }) => whole.slice(0, start) + part + whole.slice(end), text);
}
