import { slug } from 'github-slugger';
import { attribute, componentConstructs } from './components.ts';
import { asComment, type Construct } from './construct.ts';
import { inlineFormula, writeFormula } from './inline-formula.ts';

/** What several tools write, and nobody else means otherwise. */
export const markdownConstructs: readonly Construct[] = [
  {
    tool: 'Markdown',
    name: 'Class of a heading',
    outcome: 'left out',
    pattern:
      /^(#{1,6}[ \t][^\n]{0,1000}?\S)[ \t]{0,9}\{:?[ \t]{0,9}\.[\w-]{1,100}(?:[ \t]{1,9}\.[\w-]{1,100}){0,9}[ \t]{0,9}\}[ \t]*$/gm,
    write: ([heading = '']) => heading,
    example: ['# Title {.no-toc}', '# Title'],
  },
  {
    tool: 'Markdown',
    name: 'Pictures for each color scheme',
    outcome: 'carried',
    pattern:
      /!\[([^[\]\n]{0,300})\]\(([^()\s#]{1,500})#(?:only-(light|dark)|gh-(light|dark)-mode-only)\)[ \t]*\n?[ \t]*!\[[^[\]\n]{0,300}\]\(([^()\s#]{1,500})#(?:only-|gh-)(?:light|dark)(?:-mode-only)?\)/g,
    write: ([alt = '', one = '', material, github, other = '']) => {
      const [light, dark] = (material ?? github) === 'light' ? [one, other] : [other, one];
      return `<picture><source srcset="${dark}" media="(prefers-color-scheme: dark)"><img src="${light}" alt="${alt.replaceAll('"', '&quot;')}"></picture>`;
    },
    example: [
      '![A view](a.png#only-light)\n![A view](b.png#only-dark)',
      '<picture><source srcset="b.png" media="(prefers-color-scheme: dark)"><img src="a.png" alt="A view"></picture>',
    ],
  },
  {
    tool: 'Markdown',
    name: 'Picture for one color scheme',
    outcome: 'left out',
    pattern: /(\]\([^()\s#]{1,500})#(?:only-(?:light|dark)|gh-(?:light|dark)-mode-only)(?=\))/g,
    write: ([address = '']) => address,
    example: ['![A view](a.png#only-light)', '![A view](a.png)'],
  },
  {
    tool: 'Markdown',
    name: 'Video, sound or drawing',
    outcome: 'kept',
    pattern: /<(?:video|audio|object|canvas|svg|embed)\b[^<>]{0,1000}>/gi,
    example: ['<video src="a.mp4" controls></video>', '<video src="a.mp4" controls></video>'],
  },
];

/** What VitePress writes beside Markdown: https://vitepress.dev/guide/markdown */
export const vitePressConstructs: readonly Construct[] = [
  {
    tool: 'VitePress',
    name: 'Script or style of a component',
    outcome: 'comment',
    pattern: /^<(script|style)\b([^>\n]{0,200})>([^]{0,5000}?)^<\/\1>[ \t]*$/gm,
    write: ([tag = '', attributes = '', text = '']) =>
      asComment(`<${tag}${attributes}>${text}</${tag}>`.replaceAll(/<!--|-->/g, '')),
    example: ['<style scoped>\n.a { color: red }\n</style>', '<!-- <style scoped>\n.a { color: red }\n</style> -->'],
  },
  {
    tool: 'VitePress',
    name: 'Badge in a heading, which is not part of its id',
    outcome: 'carried',
    pattern: /^(#{1,6}[ \t]+[^\n<{]{1,300}?)[ \t]*<Badge\b([^<>\n]{0,300}?)\/>[ \t]*$/gm,
    write: ([heading = '', attributes = '']) => {
      const text = attribute(attributes, 'text');
      const id = slug(heading.replace(/^#+[ \t]+/, '').replaceAll(/[*`]/g, ''));
      return text === undefined || id === '' ? null : `${heading} \`${text.replaceAll('`', '')}\` {#${id}}`;
    },
    example: ['## Title <Badge type="tip" text="1.0" />', '## Title `1.0` {#title}'],
  },
  {
    tool: 'VitePress',
    name: 'Badge',
    outcome: 'carried',
    pattern: /<Badge\b([^<>\n]{0,300}?)(?:\/>|>([^<\n]{0,300})<\/Badge>)/g,
    write: ([attributes = '', inside]) => {
      const text = inside ?? attribute(attributes, 'text');
      return text === undefined ? null : `\`${text.replaceAll('`', '')}\``;
    },
    example: ['From <Badge type="tip" text="1.0" /> on', 'From `1.0` on'],
  },
  {
    tool: 'VitePress',
    name: 'Table of contents in the text',
    outcome: 'left out',
    pattern: /^\[\[toc\]\][ \t]*$/gim,
    write: () => '',
    example: ['[[toc]]', ''],
  },
  {
    tool: 'VitePress',
    name: 'Element that is never shown',
    outcome: 'comment',
    pattern: /<([a-z][\w-]{0,50})\b[^<>\n]{0,500}?\sv-(?:if|show)="false"[^<>\n]{0,500}>([^]{0,5000}?)<\/\1>/g,
    write: ([, text = '']) => asComment(text.replaceAll(/<!--|-->/g, '')),
    example: ['<div v-if="false">not for readers</div>', '<!-- not for readers -->'],
  },
  {
    tool: 'VitePress',
    name: 'Directive of Vue',
    outcome: 'kept',
    pattern: /<[a-z][\w-]{0,50}\b[^<>\n]{0,500}?\sv-(?!(?:if|show)="false")[a-z-]{1,20}(?:[:=][^<>\n]{0,500})?>/g,
    example: ['<p v-if="isNew">New</p>', '<p v-if="isNew">New</p>'],
  },
  {
    tool: 'VitePress',
    name: 'Value of Vue',
    outcome: 'kept',
    pattern: /\{\{[^{}\n]{1,300}\}\}/g,
    example: ['Version {{ $frontmatter.version }}', 'Version {{ $frontmatter.version }}'],
  },
];

/** What MDX has beside Markdown and components: https://mdxjs.com/docs/what-is-mdx/ */
export const mdxConstructs: readonly Construct[] = [
  ...componentConstructs,
  {
    tool: 'Docusaurus',
    name: 'Metadata of a page',
    outcome: 'comment',
    pattern: /^<(Head|head)>([^]{0,5000}?)<\/\1>[ \t]*$/gm,
    write: ([tag = '', text = '']) => asComment(`<${tag}>${text}</${tag}>`.replaceAll(/<!--|-->/g, '')),
    example: ['<Head>\n<meta name="a" />\n</Head>', '<!-- <Head>\n<meta name="a" />\n</Head> -->'],
  },
  {
    tool: 'MDX',
    name: 'Details with a summary',
    outcome: 'carried',
    pattern: /<Details\b(?=[^<>]{0,1000}\ssummary=")([^<>{}]{1,1000})>((?:(?!<Details\b)[^]){0,20000}?)<\/Details>/g,
    write: ([attributes = '', text = '']) =>
      `<Accordion title="${attribute(attributes, 'summary') ?? ''}">${text}</Accordion>`,
    example: ['<Details summary="More">Text</Details>', '<Accordion title="More">Text</Accordion>'],
  },
  {
    tool: 'MDX',
    name: 'Alignment by a style',
    outcome: 'carried',
    pattern:
      /<(div|p)\s{1,20}style=\{\{\s{0,20}textAlign:\s{0,20}(["'])(center|right)\2\s{0,20},?\s{0,20}\}\}\s{0,20}>/g,
    write: ([tag = '', , align = '']) => `<${tag} align="${align}">`,
    example: ["<div style={{ textAlign: 'center' }}>Text</div>", '<div align="center">Text</div>'],
  },
  {
    tool: 'MDX',
    name: 'Width of a picture by a style',
    outcome: 'carried',
    pattern:
      /(<img\b(?:[^<>{}]|\{[^{}\n]{0,300}\}){0,1000}?\s)style=\{\{\s{0,20}(?:maxWidth|width):\s{0,20}["']?(\d{1,4})(?:px|(%))?["']?\s{0,20},?\s{0,20}\}\}/g,
    write: ([before = '', width = '', percent = '']) =>
      /\swidth=/.test(before) ? null : `${before}width="${width}${percent}"`,
    example: [
      `<img src="a.png" style={{width: '50%'}} alt="A view" />`,
      '<img src="a.png" width="50%" alt="A view" />',
    ],
  },
  {
    tool: 'MDX',
    name: 'Style of an element',
    outcome: 'kept',
    pattern: /(?<=\s)style=\{\{[^{}]{0,1000}\}\}/g,
    example: ["<div style={{ color: 'red' }}>Text</div>", "<div style={{ color: 'red' }}>Text</div>"],
  },
  {
    tool: 'MDX',
    name: 'Picture',
    outcome: 'carried',
    pattern: /<Image\b(?=[^<>]{0,1000}\bsrc="[^"{}\s()]{1,500}")([^<>]{1,1000}?)\/>/g,
    write: ([attributes = '']) =>
      `![${(attribute(attributes, 'alt') ?? attribute(attributes, 'caption') ?? '').replaceAll(/[[\]]/g, '')}](${attribute(attributes, 'src') ?? ''})`,
    example: ['<Image src="a.png" alt="A view" border={false} />', '![A view](a.png)'],
  },
  {
    tool: 'MDX',
    name: 'Card that is a link',
    outcome: 'carried',
    pattern: /<LinkCard\b(?=[^<>]{0,1000}\bhref="[^"{}\s()]{1,500}")([^<>]{1,1000}?)\/>/g,
    write: ([attributes = '']) => {
      const text = attribute(attributes, 'description');
      return `[${(attribute(attributes, 'title') ?? '').replaceAll(/[[\]]/g, '')}](${attribute(attributes, 'href') ?? ''})${text === undefined ? '' : `: ${text}`}`;
    },
    example: ['<LinkCard title="Next" href="/b" description="What follows" />', '[Next](/b): What follows'],
  },
  {
    tool: 'MDX',
    name: 'Badge',
    outcome: 'carried',
    pattern:
      /<Badge\b(?:(?=[^<>]{0,300}\btext="[^"{}]{1,200}")([^<>\n]{1,300}?)\/>|[^<>\n]{0,300}(?<!\/)>([^<>\n{}]{1,200})<\/Badge>)/g,
    write: ([attributes = '', text]) => `\`${(text ?? attribute(attributes, 'text') ?? '').replaceAll('`', '')}\``,
    example: ['It is <Badge text="New" variant="tip" />', 'It is `New`'],
  },
  {
    tool: 'MDX',
    name: 'Icon',
    outcome: 'left out',
    pattern: /<Icon\b[^<>\n]{1,300}?\/>/g,
    write: () => '',
    example: ['<Icon name="star" /> Star', ' Star'],
  },
  {
    tool: 'MDX',
    name: 'Formula in a line, where it is configured',
    outcome: 'carried',
    // Mintlify has it without being asked.
    needs: /\blatex["']?\s*:\s*(?:true|\{)|"navigation"\s*:/,
    pattern: inlineFormula,
    write: writeFormula,
    example: ['A $x^2$ here', 'A $$x^2$$ here'],
  },
  {
    tool: 'MDX',
    name: 'Fragment',
    outcome: 'carried',
    pattern: /<>((?:(?!<\/?>)[^]){0,5000})<\/>/g,
    write: ([text = '']) => text,
    example: ['<>A **word**</>', 'A **word**'],
  },
  {
    tool: 'MDX',
    name: 'Fold with a list in the next line',
    outcome: 'carried',
    pattern:
      /^([ \t]*(?:<details\b[^<>\n]{0,300}>[ \t]*)?<summary>[^\n]{0,2000}<\/summary>[ \t]*\n)(?=[ \t]*(?:[-*+>#|`~]|\d{1,9}[.)][ \t]))/gm,
    write: ([head = '']) => `${head}\n`,
    example: [
      '<details>\n<summary>More</summary>\n- One\n</details>',
      '<details>\n<summary>More</summary>\n\n- One\n</details>',
    ],
  },
  {
    tool: 'Docusaurus',
    name: 'Text that is translated',
    outcome: 'carried',
    pattern: /<Translate\b(?:[^<>{}]|\{[^{}]{0,300}\}){0,1000}>([^<>{}]{1,2000})<\/Translate>/g,
    write: ([text = '']) => text,
    example: ['A <Translate id="a">text</Translate>', 'A text'],
  },
  {
    tool: 'MDX',
    name: 'Id of a heading in brackets',
    outcome: 'carried',
    pattern: /^(#{1,6}[ \t][^\n]{0,1000}?\S)[ \t]{1,9}\[#([\w-]{1,100})\][ \t]*$/gm,
    write: ([heading = '', id = '']) => `${heading} {#${id}}`,
    example: ['## Title [#here]', '## Title {#here}'],
  },
  {
    tool: 'MDX',
    name: 'Language of code in a line',
    outcome: 'carried',
    pattern: /(?<!`)`([^`\n]{1,500})\{:\.?[a-z][\w.-]{0,30}\}`(?!`)/g,
    inCode: ([code = '']) => `\`${code}\``,
    example: ['Call `run(){:js}`', 'Call `run()`'],
  },
  {
    tool: 'MDX',
    name: 'Expression',
    outcome: 'kept',
    // Names that a module imports are none.
    pattern:
      /(?<![{$=\\%#\w]|^(?:<!--[ \t])?(?:import|export)[ \t][^\n]{0,300})\{(?!\/\*|[{%#:.\s])[^{}\n]{1,300}\}(?!\})/gm,
    example: ['There are {props.count} of them', 'There are {props.count} of them'],
  },
  {
    tool: 'MDX',
    name: 'Component of a component',
    outcome: 'kept',
    pattern: /<[A-Z]\w{0,50}(?:\.[A-Z]\w{0,50})+\b[^<>\n]{0,300}>/g,
    example: ['<Table.Td>One</Table.Td>', '<Table.Td>One</Table.Td>'],
  },
];
