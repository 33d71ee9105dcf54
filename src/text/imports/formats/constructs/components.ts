import { includeWith, literalAttributes } from '../snippet-values.ts';
import type { Construct } from './construct.ts';
import { fileTreeList } from './file-tree.ts';

/** The attributes of a component, with texts and expressions. */
export const attributesPattern = String.raw`(?=[\s/>])((?:[^<>"'{}]|"[^"\n]{0,1000}"|'[^'\n]{0,1000}'|\{[^{}\n]{0,1000}\})*?)`;

/** The value of an attribute of a component. */
export const attribute = (attributes: string, name: string) =>
  new RegExp(String.raw`(?:^|\s)${name}=(?:"([^"]{0,1000})"|'([^']{0,1000})'|\{["']([^"'{}]{0,1000})["']\})`)
    .exec(attributes)
    ?.slice(1)
    .find((value) => value !== undefined);

const plainText = (text: string) => text.replaceAll(/[[\]]/g, '');

type Groups = readonly (string | undefined)[];

/** A component that begins a line: with an end of its own, with its text in the line, or with its text below. */
const onLine = (names: string, needs = '') =>
  new RegExp(
    String.raw`^([ \t]*)<(${names})\b${needs}${attributesPattern}(?:(\/)>|>(?:((?:[^\n<]|<(?!\/?\2\b)[^<>\n]{1,1000}>){1,2000})<\/\2>|(?=[ \t]*$)))`,
    'gm',
  );

/** Writes a component with lines above its text, or these alone. It keeps the attributes that `keptOf` gives. */
function withHead(
  [indent = '', name = '', attributes = '', end, text]: Groups,
  headsOf: (attributes: string) => string[],
  keptOf: (attributes: string) => string = () => '',
) {
  const heads = headsOf(attributes);
  if (end !== undefined) return heads.map((head) => `${indent}${head}`).join('\n\n');
  const lines = [`${indent}<${name}${keptOf(attributes)}>`, ...heads.flatMap((head) => ['', `${indent}${head}`])];
  if (text === undefined) return `${lines.join('\n')}\n`;
  return `${lines.join('\n')}\n\n${indent}${text.trim()}\n\n${indent}</${name}>`;
}

/** A line for the title of a card: its picture, and a link where it has one. */
function headsOfCard(attributes: string): string[] {
  const [title, href, image, about, action] = ['title', 'href', 'img', 'description', 'cta'].map((name) =>
    attribute(attributes, name),
  );
  const label = plainText(title ?? href ?? '');
  return [
    ...(image === undefined ? [] : [`![](${image})`]),
    ...(label === '' ? [] : [href === undefined ? `**${label}**` : `**[${label}](${href})**`]),
    ...(about === undefined ? [] : [plainText(about)]),
    ...(action === undefined || href === undefined ? [] : [`[${plainText(action)}](${href})`]),
  ];
}

const addressed = String.raw`(?=(?:[^<>{}]|\{[^{}\n]{0,500}\}){0,1000}?\s(?:href|img)=["'][^"'{}\s()]{1,500}["'])`;

/** The name of a field of an API and what it says of itself. */
function headOfField(attributes: string): string {
  const name = ['path', 'query', 'body', 'header', 'name'].map((key) => attribute(attributes, key)).find((one) => one);
  const standard = attribute(attributes, 'default');
  const facts = [
    attribute(attributes, 'type') ?? '',
    /(?:^|\s)required(?![\w=])/.test(attributes) ? 'required' : '',
    /(?:^|\s)deprecated(?![\w=])/.test(attributes) ? 'deprecated' : '',
    standard === undefined ? '' : `default: \`${standard}\``,
  ].filter((fact) => fact !== '');
  return `**\`${(name ?? '').replaceAll('`', '')}\`**${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`;
}

/** Components of which a part would not be shown: those of Mintlify, Nextra and Starlight. https://mintlify.com/docs/components */
export const componentConstructs: readonly Construct[] = [
  {
    tool: 'MDX',
    name: 'Card with a link or picture',
    outcome: 'carried',
    pattern: onLine(String.raw`Card|Cards\.Card|Tile`, addressed),
    write: (groups) => withHead(groups, headsOfCard),
    example: [
      '<Card title="Next" href="/b" cta="Read on">What follows</Card>',
      '<Card>\n\n**[Next](/b)**\n\n[Read on](/b)\n\nWhat follows\n\n</Card>',
    ],
  },
  {
    tool: 'MDX',
    name: 'Frame with a caption or hint',
    outcome: 'carried',
    pattern: new RegExp(
      String.raw`^([ \t]*)<Frame\b(?=[^<>]{0,1000}?\s(?:caption|hint)=")${attributesPattern}>([^]{0,5000}?)<\/Frame>`,
      'gm',
    ),
    write: ([indent = '', attributes = '', text = '']) => {
      const words = ['hint', 'caption'].map((name) => attribute(attributes, name));
      const [hint = [], caption = []] = words.map((one) => (one === undefined ? [] : [`*${one}*`]));
      return ['<Frame>', ...hint, text.trim(), ...caption, '</Frame>'].map((part) => `${indent}${part}`).join('\n\n');
    },
    example: [
      '<Frame hint="Click it" caption="A view"><img src="a.png" /></Frame>',
      '<Frame>\n\n*Click it*\n\n<img src="a.png" />\n\n*A view*\n\n</Frame>',
    ],
  },
  {
    tool: 'MDX',
    name: 'Accordion with a description',
    outcome: 'carried',
    pattern: onLine('Accordion', String.raw`(?=[^<>]{0,1000}?\sdescription=")`),
    write: (groups) =>
      withHead(
        groups,
        (attributes) => [`*${plainText(attribute(attributes, 'description') ?? '')}*`],
        (attributes) => ` title="${attribute(attributes, 'title') ?? ''}"`,
      ),
    example: [
      '<Accordion title="More" description="For admins">Text</Accordion>',
      '<Accordion title="More">\n\n*For admins*\n\nText\n\n</Accordion>',
    ],
  },
  {
    tool: 'MDX',
    name: 'Tree of files',
    outcome: 'carried',
    pattern:
      /<(FileTree|Tree|Files)\b[^<>]{0,300}>((?:(?!<\/\1>)[^]){0,20000}?<(?:\1\.)?(?:Folder|File)\b[^]{0,20000}?)<\/\1>/g,
    write: ([, inside = '']) => fileTreeList(inside),
    example: [
      '<FileTree>\n  <FileTree.Folder name="docs" defaultOpen>\n    <FileTree.File name="a.md" />\n  </FileTree.Folder>\n  <FileTree.File name="b.md" />\n</FileTree>',
      '- `docs/`\n  - `a.md`\n- `b.md`',
    ],
  },
  {
    tool: 'MDX',
    name: 'Tooltip',
    outcome: 'carried',
    pattern: new RegExp(
      String.raw`<Tooltip\b(?=[^<>]{0,1000}?\s(?:tip|content|headline)=")${attributesPattern}>([^<\n]{1,500})<\/Tooltip>`,
      'g',
    ),
    write: ([attributes = '', text = '']) => {
      const tip = ['headline', 'tip', 'content'].flatMap((name) => attribute(attributes, name) ?? []);
      const href = attribute(attributes, 'href');
      const link =
        href === undefined || /[\s()]/.test(href) ? [] : [`[${attribute(attributes, 'cta') ?? href}](${href})`];
      return `${text.trim()} (${[tip.join(': '), ...link].join(', ')})`;
    },
    example: [
      'An <Tooltip tip="Interface of programs" cta="More" href="/b">API</Tooltip>',
      'An API (Interface of programs, [More](/b))',
    ],
  },
  {
    tool: 'MDX',
    name: 'Formula by a component',
    outcome: 'carried',
    pattern: /<(Latex|Math)>([^<>$\n]{1,1000})<\/\1>/g,
    write: ([, tex = '']) => `$$${tex.trim()}$$`,
    example: ['A <Latex>x^2</Latex> here', 'A $$x^2$$ here'],
  },
  {
    tool: 'MDX',
    name: 'Field of an API',
    outcome: 'carried',
    pattern: onLine(
      'ParamField|ResponseField|Param|Property',
      String.raw`(?=[^<>]{0,1000}?\s(?:path|query|body|header|name)=)`,
    ),
    write: (groups) => withHead(groups, (attributes) => [headOfField(attributes)]),
    example: [
      '<ParamField query="id" type="string" required>Its id</ParamField>',
      '<ParamField>\n\n**`id`** (string, required)\n\nIts id\n\n</ParamField>',
    ],
  },
  {
    tool: 'MDX',
    name: 'Prompt with a description',
    outcome: 'carried',
    pattern: onLine('Prompt', String.raw`(?=[^<>]{0,1000}?\sdescription=")`),
    write: (groups) => withHead(groups, (attributes) => [`*${plainText(attribute(attributes, 'description') ?? '')}*`]),
    example: [
      '<Prompt description="Ask so">Write a page</Prompt>',
      '<Prompt>\n\n*Ask so*\n\nWrite a page\n\n</Prompt>',
    ],
  },
  {
    tool: 'MDX',
    name: 'Entry of a changelog',
    outcome: 'carried',
    pattern: onLine('Update', String.raw`(?=[^<>]{0,1000}?\slabel=")`),
    write: (groups) =>
      withHead(groups, (attributes) => {
        const about = attribute(attributes, 'description');
        const label = `**${attribute(attributes, 'label') ?? ''}**`;
        return [about === undefined ? label : `${label} ${about}`];
      }),
    example: [
      '<Update label="1.2" description="May">Faster</Update>',
      '<Update>\n\n**1.2** May\n\nFaster\n\n</Update>',
    ],
  },
  {
    tool: 'MDX',
    name: 'Snippet',
    outcome: 'carried',
    pattern: new RegExp(String.raw`<Snippet\b(?=[^<>]{0,1000}?\sfile=["'])${attributesPattern}\/>`, 'g'),
    write: ([attributes = ''], { findPath }) => {
      const { file = '', ...values } = literalAttributes(attributes);
      const name = file.replace(/^\//, '');
      const path = findPath(`snippets/${name}`) ?? findPath(name);
      return path === null ? null : includeWith(`/${path}`, values);
    },
    example: ['<Snippet file="note.md" />', '<!--@include: /note.md-->'],
  },
  {
    tool: 'MDX',
    name: 'Components on lines below each other',
    outcome: 'carried',
    pattern:
      /^(<(?!Tab|Step|Card|Col|Accordion|File|Folder|Cards)([A-Z]\w{0,50})\b[^\n]{0,2000}(?:<\/\2>|\/>))[ \t]*\n(?=<[A-Z])/gm,
    write: ([line = '']) => `${line}\n\n`,
    example: ['<Note>One</Note>\n<Tip>Two</Tip>', '<Note>One</Note>\n\n<Tip>Two</Tip>'],
  },
];
