import { isRecord } from '../../../src/lib/is-record.ts';

/**
 * Returns a copy of a JSON document without `pattern`s beside a date with a time, which generators for Python refuse, and whose
 * others need no classes of Unicode (`\p{L}`). Many validators refuse these: those
 * without the flag `u`, Python and Go. A class that admits letters then admits everything beyond ASCII and the controls of
 * Latin-1, so the published pattern is the looser one.
 */
export const withPortablePatterns = <Document extends object>(document: Document): Document =>
  JSON.parse(JSON.stringify(document), (key, value: unknown) => {
    if (key === 'pattern' && typeof value === 'string') return portablePattern(value);
    if (!isRecord(value) || value['format'] !== 'date-time') return value;
    const { pattern: _pattern, ...others } = value;
    return others;
  }) as Document;

/** `[\p{L}_]`, `\P{Cc}`: a class that has a class of Unicode in it, or is one. */
const unicodeClass = /\[(?:\\.(?:\{\w+\})?|[^\\\]])*\\p\{(?:\\.|[^\\\]])*\]|\\[pP]\{\w+\}/g;

const portablePattern = (pattern: string): string => pattern.replaceAll(unicodeClass, (one) => withoutUnicode(one));

/** ASCII and the controls of Latin-1. */
const codes = Array.from({ length: 0xa0 }, (_, code) => code);

/** Returns the class of everything but the characters of `codes` that `characterClass` refuses. */
function withoutUnicode(characterClass: string): string {
  const one = new RegExp(`^${characterClass}$`, 'u');
  const refused = codes.filter((code) => !one.test(String.fromCodePoint(code)));
  const first = refused.filter((code) => !refused.includes(code - 1));
  const last = refused.filter((code) => !refused.includes(code + 1));
  return `[^${first.map((code, index) => range(code, last[index] ?? code)).join('')}]`;
}

const range = (from: number, to: number) => (from === to ? hex(from) : `${hex(from)}-${hex(to)}`);

const hex = (code: number) => `\\x${code.toString(16).padStart(2, '0')}`;
