import { replaceOutsideCode } from './constructs/construct.ts';
import { inlineFormula, writeFormula } from './constructs/inline-formula.ts';
import type { Locate } from '../links/locator.ts';
import { decodePercent } from '../../../lib/percent.ts';
import { readName } from '../unpack/source-path.ts';

/** A page or file of the export that a value names beside its title, or alone. */
const related = /([^,()\n]{1,300}?) \(([^()\s,]{1,500}\.(?:csv|html|md))\)/g;
const fileAlone = /(?<=^|, )([^()\s,:]{1,500}\.\w{1,8})(?=,|$)/g;

/** Writes the pages and files that the value of a property names as links to them. `from` is the page that has it. */
export function linkValue(value: string, from: string, locate: Locate): string {
  if (!/\.\w/.test(value)) return value;
  const isFound = (address: string) => locate(from, address).kind === 'inside';
  return value
    .replaceAll(related, (whole, title: string, address: string) => {
      const label = title.trimStart();
      return isFound(address) ? `${title.slice(0, title.length - label.length)}[${label}](${address})` : whole;
    })
    .replaceAll(fileAlone, (whole, address: string) =>
      isFound(address) ? `[${decodePercent(readName(address))}](${address})` : whole,
    );
}

/**
 * Writes the properties below the heading of a page on a line each, which Markdown would join, and what they name as links. Properties are lines
 * of a name and a value, which Notion writes before the text.
 */
export const withProperties = (markdown: string, from: string, locate: Locate): string =>
  markdown.replace(
    /^(#[ \t][^\n]{0,2000}\n\n)((?:[^\s:#>|*-][^:\n]{0,100}: [^\n]{1,5000}(?:\n|$)){1,200})(?=\n|$)/,
    (_, heading: string, lines: string) => {
      const properties = lines.trimEnd().split('\n');
      const written = properties.map((line) => {
        const at = line.indexOf(': ') + 2;
        return `${line.slice(0, at)}${linkValue(line.slice(at), from, locate)}`;
      });
      return `${heading}${written.join('\\\n')}${lines.slice(lines.trimEnd().length)}`;
    },
  );

/** Writes the boxes of Notion, `<aside>` with an emoji, as hints. Code stays. */
export const withBoxes = (markdown: string): string =>
  replaceOutsideCode(
    markdown,
    /^([ \t]*)<aside>[ \t]*\n([^]{0,20000}?)\n\1<\/aside>[ \t]*$/gm,
    ([indent = '', body = '']) =>
      `${indent}{% hint style="${styleOfIcon(body.trim())}" %}\n${indent}${body.replace(ownIcon, '').trim()}\n${indent}{% endhint %}`,
  );

/** A picture of Notion in a box, which is one of its signs. */
const ownIcon = /^\s*<img src="https:\/\/www\.notion\.so\/icons\/[^"<>\n]{1,300}"[^<>\n]{0,500}\/>/;

/** Writes formulas in lines as they are written here. Code stays. */
export const withFormulas = (markdown: string): string => replaceOutsideCode(markdown, inlineFormula, writeFormula);

/** The style of a box by the emoji that it begins with. */
export function styleOfIcon(icon: string): string {
  if (/^(?:⚠|🚧|✋)/u.test(icon)) return 'warning';
  if (/^(?:❗|🚨|🛑|⛔|❌|🔥)/u.test(icon)) return 'danger';
  return /^(?:✅|👍|🎉|✔)/u.test(icon) ? 'success' : 'info';
}
