import { slug } from 'github-slugger';
import { isPagePath, linkAddress, readName } from '../../unpack/source-path.ts';
import { inlineFootnote } from './inline-footnote.ts';
import { inlineFormula, writeFormula } from './inline-formula.ts';
import { asComment, type Construct, type ConstructPage } from './construct.ts';

/** `%% … %%`, also over lines; one that does not end hides the rest, as it does there. */
const comment = /%%([^]*?)(?:%%|$(?![^]))/g;

/** `[[Note#Heading|Label]]`, in a table with `\|`, and with `!` for an embed. */
const wikiLink = (mark: string) =>
  new RegExp(
    `${mark}\\[\\[([^\\[\\]\\n|#]{0,300}?)(#[^\\[\\]\\n|]{1,300}?)?(?:\\\\?\\|([^\\[\\]\\n]{1,300}))?\\]\\]`,
    'g',
  );

/** The anchor of a heading or, after `^`, of a block; of several headings the last. */
function anchorOf(fragment: string | undefined): string {
  const last = fragment?.split('#').at(-1)?.trim() ?? '';
  if (last === '') return '';
  return `#${last.startsWith('^') ? last.slice(1) : slug(last)}`;
}

function linkTo(name: string, fragment: string | undefined, page: ConstructPage): string {
  const target = name.trim();
  if (target === '') return anchorOf(fragment);
  const found = page.find(target);
  return `${linkAddress(found ?? `${target}.md`)}${found === null || isPagePath(found) ? anchorOf(fragment) : ''}`;
}

const isPicture = (name: string) => /\.(?:png|jpe?g|gif|svg|webp|avif|bmp)$/i.test(name);

/** The text of a picture without its size, such as `300` or `A view|300x200`; in tables its bar has a backslash. */
const withoutSize = (label: string) => label.replace(/(?:^|\\?\|)\d+(?:x\d+)?$/, '');

function writeEmbed(
  [name = '', fragment, label = '']: readonly (string | undefined)[],
  page: ConstructPage,
): string | null {
  const found = page.find(name.trim());
  if (found === null) return null;
  if (isPicture(found)) return `![${withoutSize(label)}](${linkAddress(found)})`;
  if (isPagePath(found))
    return `<!--@include: /${linkAddress(page.findPath(name.trim()) ?? found)}${anchorOf(fragment)}-->`;
  return `[${withoutSize(label) || readName(name)}](${linkTo(name, fragment, page)})`;
}

/** What Obsidian writes beside Markdown: https://help.obsidian.md/syntax */
export const obsidianConstructs: readonly Construct[] = [
  {
    tool: 'Obsidian',
    name: 'Comment',
    outcome: 'carried',
    pattern: comment,
    write: ([text = '']) => asComment(text),
    example: ['Public %%secret%% text', 'Public <!-- secret --> text'],
  },
  {
    tool: 'Obsidian',
    name: 'Embed of a file',
    outcome: 'carried',
    pattern: wikiLink('!(?=\\[\\[[^\\[\\]\\n|#]{1,300}\\.(?!md\\b)\\w{1,10}[#|\\]\\\\])'),
    write: writeEmbed,
    example: ['![[picture.png|300]]', '![](picture.png)'],
  },
  {
    tool: 'Obsidian',
    name: 'Embed of a note, of the part below a heading, or of a block',
    outcome: 'carried',
    pattern: wikiLink('!'),
    write: writeEmbed,
    example: ['![[note#Second part]]', '<!--@include: /note.md#second-part-->'],
  },
  {
    tool: 'Obsidian',
    name: 'Link by name, alias, heading or block',
    outcome: 'carried',
    pattern: wikiLink('(?<!!)'),
    write: ([name = '', fragment, label], page) => {
      const inside = fragment?.slice(1).replaceAll('#', ' > ').replace(/^\^/, '');
      const text = label ?? [readName(name.trim()), inside].filter((part) => part).join(' > ');
      return `[${text}](${linkTo(name, fragment, page)})`;
    },
    example: ['See [[note#Second part|there]]', 'See [there](note.md#second-part)'],
  },
  {
    tool: 'Obsidian',
    name: 'Formula in a line',
    outcome: 'carried',
    pattern: inlineFormula,
    write: writeFormula,
    example: ['A $x^2$ here', 'A $$x^2$$ here'],
  },
  {
    tool: 'Obsidian',
    name: 'Size of a picture',
    outcome: 'carried',
    pattern: /!\[([^[\]\n|]{0,300})\\?\|\d{1,5}(?:x\d{1,5})?\](?=\()/g,
    write: ([text = '']) => `![${text}]`,
    example: ['![A view|300](picture.png)', '![A view](picture.png)'],
  },
  {
    tool: 'Obsidian',
    name: 'Id of a block',
    outcome: 'carried',
    pattern: /(?<=\S)[ \t]+\^([\w-]{1,100})[ \t]*$/gm,
    write: ([id = '']) => ` <a id="${id}"></a>`,
    example: ['A paragraph ^abc', 'A paragraph <a id="abc"></a>'],
  },
  {
    tool: 'Obsidian',
    name: 'Id of the block above',
    outcome: 'carried',
    pattern: /^\^([\w-]{1,100})[ \t]*$/gm,
    write: ([id = '']) => `<a id="${id}"></a>`,
    example: ['^abc', '<a id="abc"></a>'],
  },
  {
    tool: 'Obsidian',
    name: 'Highlight',
    outcome: 'carried',
    pattern: /==(?=\S)([^=\n]{1,1000}?)(?<=\S)==/g,
    write: ([text = '']) => `<mark>${text}</mark>`,
    example: ['A ==marked== word', 'A <mark>marked</mark> word'],
  },
  {
    tool: 'Obsidian',
    name: 'Look of a callout',
    outcome: 'left out',
    pattern: /^((?:[ \t]*>)+[ \t]*\[![a-z][\w-]{0,40})\|[^\]\n]{1,100}(\])/gim,
    write: ([start = '', end = '']) => `${start}${end}`,
    example: ['> [!note|wide] Title\n> Text', '> [!note] Title\n> Text'],
  },
  {
    tool: 'Obsidian',
    name: 'Command of Templater',
    outcome: 'kept',
    isOwn: true,
    pattern: /<%[^%]{0,1000}%>/g,
    example: ['Of <% tp.date.now() %>', 'Of <% tp.date.now() %>'],
  },
  inlineFootnote('Obsidian'),
  {
    tool: 'Obsidian',
    name: 'Mark of a task that is neither open nor done',
    outcome: 'kept',
    isOwn: true,
    pattern: /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[[^\s\]xX]\](?=[ \t])/gm,
    example: ['- [/] Half done', '- [/] Half done'],
  },
  {
    tool: 'Obsidian',
    name: 'Field of Dataview',
    outcome: 'kept',
    isOwn: true,
    pattern: /[[(][\w -]{1,60}::[ \t][^\])\n]{1,300}[\])]|^[ \t]{0,20}\w[\w -]{0,60}::(?=[ \t]|$)/gm,
    example: ['- Call [due:: 2025-03-01]', '- Call [due:: 2025-03-01]'],
  },
];
