import { attribute, attributesPattern } from './components.ts';
import { asComment, pagesBelow, type Construct } from './construct.ts';
import { fenceOf } from './fence-of.ts';
import { inlineFormula, writeFormula } from './inline-formula.ts';

const inAttribute = (text: string) => text.replaceAll('"', '&quot;');

/** The text of a string in JavaScript, which stands in Markdown. */
const asText = (text: string) => text.replaceAll('<', '&lt;');

/** Values of members of an object in JavaScript that are strings, or calls with one. */
function readStrings(object: string): Map<string, string> {
  const members = /([\w-]{1,50})\s{0,20}:\s{0,20}(?:[\w.]{1,50}\()?\s{0,20}(["'])([^"'\n]{0,500})\2/g;
  return new Map([...object.matchAll(members)].map(([, name = '', , value = '']) => [name, value]));
}

function infoOf(attributes: string): string {
  const title = attribute(attributes, 'title');
  return [attribute(attributes, 'language') ?? '', ...(title === undefined ? [] : [`title="${inAttribute(title)}"`])]
    .join(' ')
    .trim();
}

/** Names each tab of a list of tabs as the list does, unless it has a label of its own. */
function nameTabs(text: string, list: string): string {
  const labels = new Map(
    [...list.matchAll(/\{([^{}]{1,500})\}/g)].map(([, object = '']) => {
      const { value = '', label = value } = Object.fromEntries(readStrings(object));
      return [value, label] as const;
    }),
  );
  return text.replaceAll(/<TabItem\b([^<>\n]{1,500})>/g, (whole, attributes: string) => {
    const label = labels.get(attribute(attributes, 'value') ?? '');
    return label === undefined || attribute(attributes, 'label') !== undefined
      ? whole
      : `<TabItem label="${inAttribute(label)}"${attributes}>`;
  });
}

/** Names tabs by a list of strings, in its order, as Nextra and Fumadocs do; null when it has other names than there are tabs. */
function nameTabsInOrder(text: string, list: string): string | null {
  const names = [...list.matchAll(/(["'])([^"'\n]{1,200})\1/g)].map(([, , name = '']) => name);
  const opening = /<(?:Tabs\.)?Tab\b[^<>\n]{0,500}>/g;
  if (names.length === 0 || text.match(opening)?.length !== names.length) return null;
  let at = 0;
  return text
    .replaceAll(opening, () => `<Tab title="${inAttribute(names[at++] ?? '')}">\n`)
    .replaceAll(/[ \t]*<\/(?:Tabs\.)?Tab>/g, '\n</Tab>');
}

/** Components and calls of Docusaurus: https://docusaurus.io/docs/markdown-features */
export const docusaurusConstructs: readonly Construct[] = [
  {
    tool: 'Docusaurus',
    name: 'MDX in a fence',
    outcome: 'carried',
    pattern: /^(`{3,9})mdx-code-block[ \t]*\n([^]{0,20000}?)\n?^\1[ \t]*$/gm,
    write: ([, text = '']) => text.trimEnd(),
    inCode: ([, text = '']) => text.trimEnd(),
    example: ['```mdx-code-block\n<b>Shown</b>\n```', '<b>Shown</b>'],
  },
  {
    tool: 'MDX',
    name: 'Address by a call',
    outcome: 'carried',
    pattern:
      /(?<=<[A-Za-z][^<>]{0,1000}\s(?:src|href|to)=)\{(?:useBaseUrl|withBaseUrl|require)\(\s{0,20}(["'])([^"'{}\n]{1,500})\1\s{0,20}\)(?:\.default)?\}/g,
    write: ([, address = '']) => `"${address}"`,
    example: [`<img src={useBaseUrl('/img/a.png')} alt="A view" />`, '<img src="/img/a.png" alt="A view" />'],
  },
  {
    tool: 'MDX',
    name: 'Picture for each color scheme',
    outcome: 'carried',
    pattern: /<ThemedImage\b([^<>{}]{0,500}?)\s{1,20}sources=\{\{([^{}<>]{1,1000})\}\}([^<>{}]{0,500}?)\/>/g,
    write: ([before = '', sources = '', after = '']) => {
      const { light, dark } = Object.fromEntries(readStrings(sources));
      if (light === undefined || dark === undefined) return null;
      const alt = attribute(`${before} ${after}`, 'alt') ?? '';
      return `<picture><source srcset="${dark}" media="(prefers-color-scheme: dark)"><img src="${light}" alt="${inAttribute(alt)}"></picture>`;
    },
    example: [
      `<ThemedImage alt="A view" sources={{ light: useBaseUrl('/a.png'), dark: useBaseUrl('/b.png') }} />`,
      '<picture><source srcset="/b.png" media="(prefers-color-scheme: dark)"><img src="/a.png" alt="A view"></picture>',
    ],
  },
  {
    tool: 'MDX',
    name: 'Link by a component',
    outcome: 'carried',
    pattern: new RegExp(
      String.raw`<(?:Link|LinkButton)\b(?=[^<>]{0,1000}?\s(?:to|href)=["'][^"'{}\s()]{1,500}["'])${attributesPattern}>\s{0,20}([^<\n]{1,500}?)\s{0,20}<\/(?:Link|LinkButton)>`,
      'g',
    ),
    write: ([attributes = '', text = '']) =>
      `[${text}](${attribute(attributes, 'to') ?? attribute(attributes, 'href') ?? ''})`,
    example: ['<Link to="/b" className="wide">Next</Link>', '[Next](/b)'],
  },
  {
    tool: 'MDX',
    name: 'Code by a component',
    outcome: 'carried',
    pattern: new RegExp(
      String.raw`^<CodeBlock\b${attributesPattern}>\s{0,20}(?:\{\x60([^\x60$]{1,10000})\x60\}|([^<{\n]{1,1000}))\s{0,20}<\/CodeBlock>[ \t]*$`,
      'gm',
    ),
    write: ([attributes = '', code, text = '']) => fenceOf(infoOf(attributes), code ?? text),
    example: [
      '<CodeBlock language="js" title="a.js">\n{`let a;\nlet b;`}\n</CodeBlock>',
      '```js title="a.js"\nlet a;\nlet b;\n```',
    ],
  },
  {
    tool: 'MDX',
    name: 'Code as an attribute',
    outcome: 'carried',
    pattern:
      /^<Code\b([^<>{}\n]{0,500}?)\s{1,20}code=(?:\{`([^`$]{1,10000})`\}|"([^"\n]{1,1000})")([^<>{}\n]{0,500}?)\/>[ \t]*$/gm,
    write: ([before = '', template, quoted = '', after = '']) => {
      const code = template ?? quoted;
      const words = `${before} ${after}`;
      return fenceOf(infoOf(`${words} language="${attribute(words, 'lang') ?? ''}"`), code);
    },
    example: ['<Code code={`let a;`} lang="js" title="a.js" />', '```js title="a.js"\nlet a;\n```'],
  },
  {
    tool: 'MDX',
    name: 'Diagram by a component',
    outcome: 'carried',
    pattern:
      /^[ \t]*<Mermaid\b[^<>{}\n]{0,300}?\s(?:chart|value|code)=(?:\{\s{0,20}`([^`$]{1,10000})`\s{0,20}\}|"([^"\n]{1,2000})")[^<>{}\n]{0,300}?\/>[ \t]*$/gm,
    write: ([template, quoted = '']) => fenceOf('mermaid', (template ?? quoted).replaceAll(/^[ \t]*\n/g, '')),
    example: ['<Mermaid chart="graph TD; A-->B" />', '```mermaid\ngraph TD; A-->B\n```'],
  },
  {
    tool: 'MDX',
    name: 'Pictures of which a scheme hides one',
    outcome: 'carried',
    pattern:
      /^([ \t]*)<img\b([^<>{}]{0,500}?)class(?:Name)?="[^"\n]{0,200}\bdark:hidden\b[^"\n]{0,200}"([^<>{}]{0,500}?)\/?>\s{0,50}<img\b([^<>{}]{0,500}?)class(?:Name)?="[^"\n]{0,200}\bdark:block\b[^"\n]{0,200}"([^<>{}]{0,500}?)\/?>[ \t]*$/gm,
    write: ([indent = '', one = '', two = '', three = '', four = '']) => {
      const [light, dark] = [attribute(`${one} ${two}`, 'src'), attribute(`${three} ${four}`, 'src')];
      if (light === undefined || dark === undefined) return null;
      const alt = attribute(`${one} ${two}`, 'alt') ?? '';
      return `${indent}<picture><source srcset="${dark}" media="(prefers-color-scheme: dark)"><img src="${light}" alt="${inAttribute(alt)}"></picture>`;
    },
    example: [
      '<img className="block dark:hidden" src="/a.png" />\n<img className="hidden dark:block" src="/b.png" />',
      '<picture><source srcset="/b.png" media="(prefers-color-scheme: dark)"><img src="/a.png" alt=""></picture>',
    ],
  },
  {
    tool: 'MDX',
    name: 'Text for programs alone',
    outcome: 'comment',
    pattern: /<Visibility\b[^<>\n]{0,200}?\bfor="agents"[^<>\n]{0,200}>([^]{0,5000}?)<\/Visibility>/g,
    write: ([text = '']) => asComment(text.replaceAll(/<!--|-->/g, '')),
    example: ['<Visibility for="agents">not for readers</Visibility>', '<!-- not for readers -->'],
  },
  {
    tool: 'MDX',
    name: 'Tabs with a list of their names',
    outcome: 'carried',
    pattern:
      /<Tabs\b([^<>{}]{0,500}?)\s{1,20}values=\{\[((?:[^[\]<>]){1,2000})\]\}([^<>{}]{0,500})>([^]{0,20000}?)<\/Tabs>/g,
    write: ([before = '', list = '', after = '', text = '']) => `<Tabs${before}${after}>${nameTabs(text, list)}</Tabs>`,
    example: [
      `<Tabs values={[{ label: 'One', value: 'a' }]}>\n<TabItem value="a">\n\nText\n\n</TabItem>\n</Tabs>`,
      '<Tabs>\n<TabItem label="One" value="a">\n\nText\n\n</TabItem>\n</Tabs>',
    ],
  },
  {
    tool: 'MDX',
    name: 'Tabs named by a list, in its order',
    outcome: 'carried',
    pattern: /<Tabs\b([^<>{}]{0,500}?)\s{1,20}items=\{\[([^[\]<>]{1,2000})\]\}[^<>{}]{0,500}>([^]{0,20000}?)<\/Tabs>/g,
    write: ([before = '', list = '', text = '']) => {
      const named = nameTabsInOrder(text, list);
      return named === null ? null : `<Tabs${before}>${named}</Tabs>`;
    },
    example: [
      `<Tabs items={['One', 'Two']}>\n<Tabs.Tab>First</Tabs.Tab>\n<Tabs.Tab>Second</Tabs.Tab>\n</Tabs>`,
      '<Tabs>\n<Tab title="One">\nFirst\n</Tab>\n<Tab title="Two">\nSecond\n</Tab>\n</Tabs>',
    ],
  },
  {
    tool: 'MDX',
    name: 'List of the pages below',
    outcome: 'carried',
    pattern: /<DocCardList\s{0,20}(?:items=\{useCurrentSidebarCategory\(\)\.items\}\s{0,20})?\/>/g,
    write: () => pagesBelow,
    example: ['<DocCardList />', pagesBelow],
    becomes: 'cards of the pages below it, or else beside it; so does a generated index of a category',
  },
  {
    tool: 'MDX',
    name: 'List of pages or headings',
    outcome: 'left out',
    pattern: /<(?:DocCardList|TOCInline)\b[^<>]{0,500}?\/>/g,
    write: () => '',
    example: ['<DocCardList items={items} />', ''],
  },
  {
    tool: 'MDX',
    name: 'Text as an expression',
    outcome: 'carried',
    pattern: /(?<![={$\\])\{(["'])([^"'\\\n]{0,200})\1\}(?!\})/g,
    write: ([, text = '']) => asText(text),
    example: [`A{' '}{'<b>'} word`, 'A &lt;b> word'],
  },
  ...(
    [
      ['Docusaurus', /remark-math/],
      ['VitePress', /\bmath\s{0,20}:\s{0,20}(?:true|\{)/],
    ] as const
  ).map(([tool, needs]): Construct => ({
    tool,
    name: 'Formula in a line, where it is configured',
    outcome: 'carried',
    needs,
    isOwn: true,
    pattern: inlineFormula,
    write: writeFormula,
    example: ['A $x^2$ here', 'A $$x^2$$ here'],
  })),
];
