import { isRecord } from '../../../lib/is-record.ts';
import { replaceOutsideCode } from './constructs/construct.ts';
import { readScriptData } from './html/script-data.ts';

/** Values that a component gives the text that it includes, or that a module states, by their names. */
export type SnippetValues = Readonly<Record<string, string>>;

const attributeOf =
  /\s([A-Za-z_$][\w$-]{0,50})(?:=(?:"([^"\n]{0,1000})"|'([^'\n]{0,1000})'|\{\s{0,9}(?:"([^"\\\n]{0,1000})"|'([^'\\\n]{0,1000})'|`([^`$\\\n]{0,1000})`|(-?\d{1,20}(?:\.\d{1,20})?|true|false))\s{0,9}\}))?(?=[\s/>]|$)/g;

/** The attributes of a component whose values are literals. */
export const literalAttributes = (attributes: string): SnippetValues =>
  Object.fromEntries(
    [...` ${attributes.trim()}`.matchAll(attributeOf)].map(([, name = '', ...values]) => [
      name,
      values.find((value) => value !== undefined) ?? 'true',
    ]),
  );

/** A name of a value, with those of the objects that it is in. */
const expression =
  /(=?)(?<![{$\\%#])\{\s{0,9}(props\.)?([A-Za-z_$][\w$]{0,50}(?:\.[A-Za-z_$][\w$]{0,50}){0,5})\s{0,9}\}(?!\})/g;

const asText = (text: string) => text.replaceAll('<', '&lt;');

/** Writes values in the place of their names, outside of code. `miss` is called with each expression that has none. */
export const fillValues = (text: string, values: SnippetValues, miss?: (written: string) => void): string =>
  replaceOutsideCode(text, expression, ([sign = '', props = '', name = '']) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) {
      miss?.(`{${props}${name}}`);
      return null;
    }
    return sign === '' ? asText(value) : `="${value.replaceAll('"', '&quot;')}"`;
  });

const exported = /^export[ \t]+(?:const|let|var)[ \t]+([A-Za-z_$][\w$]{0,50})[ \t]*=/gm;

/** The values that a module exports, as far as they are literals: texts, numbers, and those in objects by their whole names. */
export function exportedValues(module: string): SnippetValues {
  const names = [...module.matchAll(exported)].map(([, name = '']) => name);
  if (names.length === 0) return {};
  const lines = [
    ...module.matchAll(/^export[ \t]+(?:const|let|var)[ \t][^]{0,5000}?(?=^(?:export|import)\b|\n[ \t]*\n|$(?![^]))/gm),
  ];
  const script = lines.map(([line]) => line.replace(/^export[ \t]+/, '').trim()).join('\n');
  const data = readScriptData(`${script}\nexport default { ${names.join(', ')} };`, false);
  return Object.fromEntries(isRecord(data) ? [...flatten(data, '', 0)] : []);
}

function* flatten(data: Readonly<Record<string, unknown>>, above: string, depth: number): Generator<[string, string]> {
  for (const [name, value] of Object.entries(data)) {
    if (typeof value === 'string' || typeof value === 'number') yield [`${above}${name}`, `${value}`];
    else if (isRecord(value) && depth < 5) yield* flatten(value, `${above}${name}.`, depth + 1);
  }
}

/** An include of a file that gives it values; see `createIncluder`. They are written as in an address, where nothing ends a comment. */
export function includeWith(file: string, values: SnippetValues): string {
  const given = Object.keys(values).length === 0 ? '' : ` with ${new URLSearchParams(values).toString()}`;
  return `<!--@include: ${file}${given}-->`;
}

/** Reads the values of an include. */
export const readValues = (written: string): SnippetValues => Object.fromEntries(new URLSearchParams(written));
