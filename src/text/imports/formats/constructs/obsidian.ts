import { slug } from 'github-slugger';
import { isPagePath, linkAddress, readName } from '../../unpack/source-path.ts';
import { asComment, type Construct, type ConstructPage } from './construct.ts';

/** `%% … %%`, also over lines; one that does not end hides the rest, as it does there. */
const comment = /%%([^]*?)(?:%%|$(?![^]))/g;

/** `[[Note#Heading|Label]]`, with `!` for an embed. */
const wikiLink = (mark: string) =>
  new RegExp(
    `${mark}\\[\\[([^\\[\\]\\n|#]{0,300})(#[^\\[\\]\\n|]{1,300})?(?:\\\\?\\|([^\\[\\]\\n]{1,300}))?\\]\\]`,
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
    pattern: wikiLink('!'),
    write: ([name = '', fragment, label], page) => {
      const found = page.find(name.trim());
      if (found === null) return null;
      const title = label ?? readName(name);
      if (isPicture(found)) return `![${/^\d+(?:x\d+)?$/.test(label ?? '1') ? '' : label}](${linkAddress(found)})`;
      if (isPagePath(found) && fragment === undefined) return `<!--@include: ${linkAddress(found)}-->`;
      return `[${title}](${linkTo(name, fragment, page)})`;
    },
    example: ['![[picture.png|300]]', '![](picture.png)'],
  },
  {
    tool: 'Obsidian',
    name: 'Link by name, heading or block',
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
    name: 'Id of a block',
    outcome: 'carried',
    pattern: /(?<=\S)[ \t]+\^([\w-]{1,100})[ \t]*$/gm,
    write: ([id = '']) => ` <a id="${id}"></a>`,
    example: ['A paragraph ^abc', 'A paragraph <a id="abc"></a>'],
  },
  {
    tool: 'Obsidian',
    name: 'Highlight',
    outcome: 'carried',
    pattern: /==(?=\S)([^=\n]{1,1000}?)(?<=\S)==/g,
    write: ([text = '']) => `<mark>${text}</mark>`,
    example: ['A ==marked== word', 'A <mark>marked</mark> word'],
  },
];
