import { abbreviation } from './abbreviation.ts';
import type { Construct } from './construct.ts';
import { fenceOf } from './fence-of.ts';
import { inlineFootnote } from './inline-footnote.ts';
import { inlineFormula, writeFormula } from './inline-formula.ts';

/** The address of a picture with its size, as HTML; Markdown has no sizes. */
const sized = (alt: string, src: string, width: string, height: string) => {
  const attributes = [
    `src="${src}"`,
    `alt="${alt.replaceAll(/["<>&]/g, '')}"`,
    ...(width === '' ? [] : [`width="${width}"`]),
    ...(height === '' || width !== '' ? [] : [`height="${height}"`]),
  ];
  return `<img ${attributes.join(' ')} />`;
};

const quoteStyles: Readonly<Record<string, string>> = {
  info: 'info',
  success: 'success',
  warning: 'warning',
  danger: 'danger',
};

/** What Wiki.js writes beside Markdown: https://docs.requarks.io/editors/markdown */
export const wikiJsConstructs: readonly Construct[] = [
  {
    tool: 'Wiki.js',
    name: 'Quote with a style',
    outcome: 'carried',
    pattern: /^((?:>[^\n]*\n){1,200})\{\.is-(info|success|warning|danger)\}[ \t]*$/gm,
    write: ([quote = '', style = '']) =>
      `{% hint style="${quoteStyles[style] ?? 'info'}" %}\n${quote.replaceAll(/^>[ \t]?/gm, '')}{% endhint %}`,
    example: ['> Mind the gap\n{.is-warning}', '{% hint style="warning" %}\nMind the gap\n{% endhint %}'],
  },
  {
    tool: 'Wiki.js',
    name: 'Tabs',
    outcome: 'carried',
    pattern: /^(#{1,5})[ \t][^\n]*\{\.tabset\}[ \t]*\n([^]{0,50000}?)(?=^(?!\1#)#{1,6}[ \t]|$(?![^]))/gm,
    write: ([level = '', inside = '']) => {
      const parts = inside.trimEnd().split(new RegExp(`^${level}#[ \\t]+`, 'm'));
      const tabs = parts.slice(1).map((part) => {
        const [title = '', ...body] = part.split('\n');
        return `{% tab title="${title.trim().replaceAll('"', "'")}" %}\n${body.join('\n').trim()}\n{% endtab %}`;
      });
      if (tabs.length === 0) return null;
      const above = parts[0]?.trim() ?? '';
      const end = inside.slice(inside.trimEnd().length);
      return `${above === '' ? '' : `${above}\n\n`}{% tabs %}\n${tabs.join('\n\n')}\n{% endtabs %}${end}`;
    },
    example: [
      '# Tabs {.tabset}\n## One\nFirst\n## Two\nSecond',
      '{% tabs %}\n{% tab title="One" %}\nFirst\n{% endtab %}\n\n{% tab title="Two" %}\nSecond\n{% endtab %}\n{% endtabs %}',
    ],
  },
  {
    tool: 'Wiki.js',
    name: 'Look of a list',
    outcome: 'left out',
    pattern: /^[ \t]*\{\.(?:links-list|grid-list|dense)\}[ \t]*$/gm,
    write: () => '',
    example: ['{.grid-list}', ''],
  },
  {
    tool: 'Wiki.js',
    name: 'Size of a picture',
    outcome: 'carried',
    pattern: /!\[([^[\]\n]{0,300})\]\(([^()\s]{1,500})[ \t]+=(\d{0,5})x(\d{0,5})\)/g,
    write: ([alt = '', src = '', width = '', height = '']) => sized(alt, src, width, height),
    example: ['![A view](/a.png =300x)', '<img src="/a.png" alt="A view" width="300" />'],
  },
  {
    tool: 'Wiki.js',
    name: 'Look of a picture or link',
    outcome: 'left out',
    pattern: /(?<=\)|\/>)\{\.[\w. -]{1,100}\}/g,
    write: () => '',
    example: ['![A view](/a.png){.align-center}', '![A view](/a.png)'],
  },
  {
    tool: 'Wiki.js',
    name: 'Look of a line',
    outcome: 'left out',
    pattern: /(?<=^(?!#)[^\n]{1,5000}?)[ \t]+\{\.[\w-]{1,50}(?:[ \t]+\.[\w-]{1,50}){0,5}\}[ \t]*$/gm,
    write: () => '',
    example: ['A line {.text-red}', 'A line'],
  },
  {
    tool: 'Wiki.js',
    name: 'Diagram of PlantUML',
    outcome: 'carried',
    pattern: /^(@startuml\b[^\n]*\n[^]{0,20000}?\n@enduml)[ \t]*$/gm,
    write: ([text = '']) => fenceOf('plantuml', text),
    example: ['@startuml\nA -> B\n@enduml', '```plantuml\n@startuml\nA -> B\n@enduml\n```'],
  },
  {
    tool: 'Wiki.js',
    name: 'Cell that goes on in the next row',
    outcome: 'carried',
    // The cell below stays empty, as one of HTML with several rows.
    pattern: /(?<=\|)[ \t]*\^\^[ \t]*(?=\||$)|^[ \t]*\^\^[ \t]*(?=\|)/gm,
    write: () => ' ',
    example: ['| A | B |\n|---|---|\n| 1 | 2 |\n| ^^ | 3 |', '| A | B |\n|---|---|\n| 1 | 2 |\n| | 3 |'],
  },
  inlineFootnote('Wiki.js'),
  {
    tool: 'Wiki.js',
    name: 'Formula in a line',
    outcome: 'carried',
    pattern: inlineFormula,
    write: writeFormula,
    example: ['A $a^2+b^2$ here', 'A $$a^2+b^2$$ here'],
  },
  {
    tool: 'Wiki.js',
    name: 'Link with a language',
    outcome: 'carried',
    pattern: /\]\((\/[a-z]{2}(?:-[a-z]{2})?)(\/[^()\s#]{1,500})/g,
    write: ([language = '', path = ''], { findPath }) => {
      const isFound = (name: string) => [name, `${name}.html`].some((one) => findPath(one.slice(1)) !== null);
      return `](${!isFound(`${language}${path}`) && isFound(path) ? '' : language}${path}`;
    },
    example: ['[There](/en/note)', '[There](/note)'],
  },
  {
    tool: 'Wiki.js',
    name: 'Superscript',
    outcome: 'carried',
    pattern: /(?<![\^[])\^(?=[^\s^])([^^\s\]]{1,100})\^(?!\^)/g,
    write: ([text = '']) => `<sup>${text}</sup>`,
    example: ['H^2^', 'H<sup>2</sup>'],
  },
  {
    tool: 'Wiki.js',
    name: 'Subscript',
    outcome: 'carried',
    pattern: /(?<![~/])~(?=[^\s~/])([^~\s/]{1,100})~(?!~)/g,
    write: ([text = '']) => `<sub>${text}</sub>`,
    example: ['H~2~O', 'H<sub>2</sub>O'],
  },
  abbreviation('Wiki.js'),
];

/** What Docmost writes beside Markdown in its exports. */
export const docmostConstructs: readonly Construct[] = [
  {
    tool: 'Docmost',
    name: 'Formula in a line',
    outcome: 'carried',
    pattern: inlineFormula,
    write: writeFormula,
    example: ['A $x^2$ here', 'A $$x^2$$ here'],
  },
  {
    tool: 'Docmost',
    name: 'Mention, or words with a comment',
    outcome: 'carried',
    pattern: /<span (?=[^<>]{0,500}\bdata-(?:type="mention"|comment-id="))[^<>]{1,500}>([^<>]{0,1000})<\/span>/g,
    write: ([text = '']) => text,
    example: ['Ask <span data-type="mention" data-label="Sam">@Sam</span>', 'Ask @Sam'],
  },
];

/** A toggle with those in it: its first line is its title. */
const toggle = (title: string, body: string): string =>
  `<details>\n\n<summary>${title.trim().replaceAll(/[<>]/g, '')}</summary>\n\n${body
    .trim()
    .replaceAll(togglePattern, (_, _marks: string, inner: string, rest: string) => toggle(inner, rest))}\n\n</details>`;

const togglePattern = /^(\+{3,9})[ \t]*\n([^\n]*)\n([^]{0,50000}?)^\1[ \t]*$/gm;

/** What Outline writes beside Markdown in its exports. */
export const outlineConstructs: readonly Construct[] = [
  {
    tool: 'Outline',
    name: 'Diagram of Mermaid',
    outcome: 'carried',
    pattern: /^([ \t]*`{3,9})mermaidjs(?=[ \t]*$)/gm,
    write: ([marks = '']) => `${marks}mermaid`,
    inCode: ([marks = '']) => `${marks}mermaid`,
    example: ['```mermaidjs\ngraph TD\n```', '```mermaid\ngraph TD\n```'],
  },
  {
    tool: 'Outline',
    name: 'Layout',
    outcome: 'kept',
    pattern: /^[ \t]*:::layout\b[^\n]*$/gm,
    example: [':::layout\nText\n:::', ':::layout\nText\n:::'],
  },
  {
    tool: 'Outline',
    name: 'Toggle',
    outcome: 'carried',
    pattern: togglePattern,
    write: ([, title = '', body = '']) => toggle(title, body),
    example: ['+++\nMore\n\nText\n\n+++', '<details>\n\n<summary>More</summary>\n\nText\n\n</details>'],
  },
  {
    tool: 'Outline',
    name: 'Size of a picture',
    outcome: 'carried',
    pattern: /!\[([^[\]\n]{0,300})\]\(([^()\s]{1,500})[ \t]+"[^"\n=]{0,100}=(\d{1,5})x(\d{1,5})"\)/g,
    write: ([alt = '', src = '', width = '', height = '']) => sized(alt, src, width, height),
    example: ['![A view](a.png " =300x200")', '<img src="a.png" alt="A view" width="300" />'],
  },
  {
    tool: 'Outline',
    name: 'Mention of a person or document',
    outcome: 'carried',
    pattern: /@\[([^[\]\n]{1,300})\]\(mention:\/\/[^()\s]{1,300}\)/g,
    write: ([name = '']) => `@${name}`,
    example: ['Ask @[Sam](mention://a/user/b)', 'Ask @Sam'],
  },
  {
    tool: 'Outline',
    name: 'Empty paragraph',
    outcome: 'carried',
    pattern: /^\\[ \t]*$/gm,
    write: () => '',
    example: ['\\', ''],
  },
  {
    tool: 'Outline',
    name: 'Highlight',
    outcome: 'carried',
    pattern: /==(?=\S)([^=\n]{1,1000}?)(?<=\S)==/g,
    write: ([text = '']) => `<mark>${text}</mark>`,
    example: ['A ==marked== word', 'A <mark>marked</mark> word'],
  },
  {
    tool: 'Outline',
    name: 'Underline',
    outcome: 'carried',
    pattern: /(?<![\w_])__(?=\S)([^_\n]{1,1000}?)(?<=\S)__(?![\w_])/g,
    write: ([text = '']) => `<u>${text}</u>`,
    example: ['An __underlined__ word', 'An <u>underlined</u> word'],
  },
];
