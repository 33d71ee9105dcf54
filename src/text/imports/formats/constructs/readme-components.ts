import { linkAddress } from '../../unpack/source-path.ts';
import { attribute, attributesPattern } from './components.ts';
import type { Construct } from './construct.ts';

const tool = 'ReadMe' as const;

/** Components of ReadMe that no other tool has: https://docs.readme.com/rdmd/docs/getting-started */
export const readMeComponents: readonly Construct[] = [
  {
    tool,
    name: 'Embed',
    outcome: 'carried',
    isOwn: true,
    pattern: /^[ \t]*<Embed\b((?:[^<>"\n]|"[^"\n]{0,5000}")*?)\/>[ \t]*$/gm,
    write: ([attributes = '']) => {
      const url = attribute(attributes, 'url') ?? attribute(attributes, 'href');
      return url === undefined ? null : `{% embed url="${url}" %}`;
    },
    example: [
      '<Embed url="https://example.org/v" title="A video" typeOfEmbed="youtube" />',
      '{% embed url="https://example.org/v" %}',
    ],
  },
  {
    tool,
    name: 'Embed by a link',
    outcome: 'carried',
    isOwn: true,
    pattern: /^\[[^[\]\n]{0,300}\]\((https?:\/\/[^()\s"]{1,2000})[ \t]+"@embed"\)[ \t]*$/gm,
    write: ([url = '']) => `{% embed url="${url}" %}`,
    example: ['[A video](https://example.org/v "@embed")', '{% embed url="https://example.org/v" %}'],
  },
  {
    tool,
    name: 'HTML by a component',
    outcome: 'carried',
    isOwn: true,
    pattern:
      /^[ \t]*<HTMLBlock\b[^<>]{0,200}>\s{0,20}\{\s{0,20}`([^`]{0,20000})`\s{0,20}\}\s{0,20}<\/HTMLBlock>[ \t]*$/gm,
    write: ([html = '']) => html.trim(),
    example: ['<HTMLBlock>{`\n<p>Text</p>\n`}</HTMLBlock>', '<p>Text</p>'],
  },
  {
    tool,
    name: 'Picture with a caption',
    outcome: 'carried',
    isOwn: true,
    pattern: new RegExp(
      String.raw`^[ \t]*<Image\b${attributesPattern}(?:\/>|>((?:(?!<\/?Image\b)[^]){0,2000})<\/Image>)[ \t]*$`,
      'gm',
    ),
    write: ([attributes = '', inside]) => {
      const [src, alt = '', width] = ['src', 'alt', 'width'].map((name) => attribute(attributes, name));
      const caption = inside?.trim() ?? attribute(attributes, 'caption') ?? '';
      if (src === undefined || /["<>]/.test(caption)) return null;
      const size = /^(\d{1,4})(?:px)?$/.exec(width ?? '')?.[1];
      if (caption === '' && size === undefined) return `![${alt.replaceAll(/[[\]]/g, '')}](${src})`;
      const picture = `<img src="${src}" alt="${alt.replaceAll('"', '&quot;')}"${size === undefined ? '' : ` width="${size}"`}>`;
      return `<figure>${picture}${caption === '' ? '' : `<figcaption>${caption}</figcaption>`}</figure>`;
    },
    example: [
      '<Image align="center" alt="A view" src="a.png" width="300px" caption="Below" />',
      '<figure><img src="a.png" alt="A view" width="300"><figcaption>Below</figcaption></figure>',
    ],
  },
  {
    tool,
    name: 'Link by a component',
    outcome: 'carried',
    isOwn: true,
    pattern: new RegExp(String.raw`<Anchor\b${attributesPattern}>([^<>\n]{1,500})<\/Anchor>`, 'g'),
    write: ([attributes = '', text = '']) => {
      const href = attribute(attributes, 'href');
      return href === undefined || /[\s()]/.test(href) ? null : `[${text}](${href})`;
    },
    example: ['A <Anchor label="link" href="https://example.org/">link</Anchor>', 'A [link](https://example.org/)'],
  },
  {
    tool,
    name: 'Link to a page by its address',
    outcome: 'carried',
    isOwn: true,
    pattern: /(?<=\]\(|\bhref=")\/(?:docs|reference|page)\/([\w-]{1,200})(?=[)"#])/g,
    write: ([name = ''], page) => {
      const path = page.find(name);
      return path === null ? null : linkAddress(path);
    },
    example: ['[There](/docs/note#part)', '[There](note.md#part)'],
  },
  {
    tool,
    name: 'Word of the glossary',
    outcome: 'carried',
    isOwn: true,
    pattern: /<Glossary>([^<>\n]{1,200})<\/Glossary>|<<glossary:([^<>\n]{1,200})>>/g,
    write: ([component, written]) => component ?? written ?? '',
    example: ['A <Glossary>term</Glossary>', 'A term'],
  },
  {
    tool,
    name: 'Reusable text',
    outcome: 'carried',
    isOwn: true,
    pattern:
      /^[ \t]*<(?!Recipe|TutorialTile|PostmanRunButton|Image|Embed)([A-Z]\w{1,100})[ \t]*(?:\/>|><\/\1>)[ \t]*$/gm,
    write: ([name = ''], { findPath }) => {
      const path = findPath(`custom_blocks/${name}`) ?? findPath(name);
      return path === null ? null : `<!--@include: /${path}-->`;
    },
    example: ['<Note />', '<!--@include: /note.md-->'],
  },
  {
    tool,
    name: 'Value of a reader or of the project',
    outcome: 'kept',
    isOwn: true,
    pattern: /<<(?!glossary:)[\w:.-]{1,100}>>|<Variable\b[^<>\n]{0,200}\/>/g,
    example: ['Your key: <<apiKey>>', 'Your key: <<apiKey>>'],
  },
  {
    tool,
    name: 'Icon',
    outcome: 'kept',
    isOwn: true,
    pattern: /:fa-[a-z\d-]{1,50}:/g,
    example: ['A :fa-lock: icon', 'A :fa-lock: icon'],
  },
];
