import { isRecord } from '../../../../lib/is-record.ts';
import { asComment, type Construct } from './construct.ts';

const attribute = (attributes: string, name: string) =>
  new RegExp(`\\b${name}=(?:"([^"]{0,1000})"|'([^']{0,1000})')`)
    .exec(attributes)
    ?.slice(1)
    .find((value) => value !== undefined);

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
    name: 'Badge',
    outcome: 'carried',
    pattern: /<Badge\b([^<>\n]{0,300}?)(?:\/>|>([^<\n]{0,300})<\/Badge>)/g,
    write: ([attributes = '', inside]) => {
      const text = inside ?? attribute(attributes, 'text');
      return text === undefined ? null : `\`${text.replaceAll('`', '')}\``;
    },
    example: ['## Title <Badge type="tip" text="1.0" />', '## Title `1.0`'],
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
    name: 'Value of Vue',
    outcome: 'kept',
    pattern: /\{\{[^{}\n]{1,300}\}\}/g,
    example: ['Version {{ $frontmatter.version }}', 'Version {{ $frontmatter.version }}'],
  },
];

/** What Hugo writes beside Markdown: https://gohugo.io/content-management/shortcodes/ */
export const hugoConstructs: readonly Construct[] = [
  {
    tool: 'Hugo',
    name: 'Link by ref or relref',
    outcome: 'carried',
    pattern: /\{\{[<%][ \t]*(?:rel)?ref[ \t]+["`]?([^"`\s<>%]{1,500})["`]?[ \t]*[>%]\}\}/g,
    write: ([address = '']) => (/^[#/.]|\.md/.test(address) ? address : `${address.replace(/(#|$)/, '.md$1')}`),
    example: ['[There]({{< ref "guide.md#part" >}})', '[There](guide.md#part)'],
  },
  {
    tool: 'Hugo',
    name: 'Figure',
    outcome: 'carried',
    pattern: /\{\{<[ \t]*figure\b([^<>\n]{1,1000})[ \t]*\/?>\}\}/g,
    write: ([attributes = '']) => {
      const src = attribute(attributes, 'src');
      const text =
        attribute(attributes, 'caption') ?? attribute(attributes, 'title') ?? attribute(attributes, 'alt') ?? '';
      return src === undefined || /[\s()<>]/.test(src) ? null : `![${text.replaceAll(/[[\]]/g, '')}](${src})`;
    },
    example: ['{{< figure src="a.png" title="A view" >}}', '![A view](a.png)'],
  },
  {
    tool: 'Hugo',
    name: 'Comment',
    outcome: 'carried',
    pattern: /\{\{[<%]\/\*([^]{0,2000}?)\*\/[>%]\}\}/g,
    write: ([text = '']) => asComment(text),
    example: ['{{</* not run */>}}', '<!-- not run -->'],
  },
];

/** What Jekyll writes beside Markdown: https://jekyllrb.com/docs/liquid/tags/ */
export const jekyllConstructs: readonly Construct[] = [
  {
    tool: 'Jekyll',
    name: 'Comment',
    outcome: 'carried',
    pattern: /\{%-?[ \t]*comment[ \t]*-?%\}([^]{0,5000}?)\{%-?[ \t]*endcomment[ \t]*-?%\}/g,
    write: ([text = '']) => asComment(text),
    example: ['{% comment %}not for readers{% endcomment %}', '<!-- not for readers -->'],
  },
  {
    tool: 'Jekyll',
    name: 'Link',
    outcome: 'carried',
    pattern: /(?:\{\{[ \t]*site\.baseurl[ \t]*\}\})?\{%-?[ \t]*link[ \t]+([^\s%{}]{1,500})[ \t]*-?%\}/g,
    write: ([path = '']) => `/${path}`,
    example: ['[There]({% link guide/a.md %})', '[There](/guide/a.md)'],
  },
  {
    tool: 'Jekyll',
    name: 'Raw text',
    outcome: 'carried',
    pattern: /\{%-?[ \t]*(?:end)?raw[ \t]*-?%\}/g,
    write: () => '',
    example: ['{% raw %}text{% endraw %}', 'text'],
  },
  {
    tool: 'Jekyll',
    name: 'Value or tag of Liquid',
    outcome: 'kept',
    pattern:
      /\{\{[ \t]*(?:site|page|include|content|layout)\b[^{}\n]{0,300}\}\}|\{%-?[ \t]*(?:assign|if|for|post_url|unless|capture|case)\b[^%\n]{0,300}%\}/g,
    example: ['Of {{ site.title }}', 'Of {{ site.title }}'],
  },
];

/** What MDX has beside Markdown and components: https://mdxjs.com/docs/what-is-mdx/ */
export const mdxConstructs: readonly Construct[] = [
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
    name: 'Expression',
    outcome: 'kept',
    pattern: /(?<![{$=\\%#\w])\{(?!\/\*|[{%#:.\s])[^{}\n]{1,300}\}(?!\})/g,
    example: ['There are {props.count} of them', 'There are {props.count} of them'],
  },
  {
    tool: 'MDX',
    name: 'Component of a component',
    outcome: 'kept',
    pattern: /<[A-Z]\w{0,50}(?:\.[A-Z]\w{0,50})+\b[^<>\n]{0,300}>/g,
    example: ['<FileTree.File name="a.md" />', '<FileTree.File name="a.md" />'],
  },
];

const readMeBoxes: ReadonlySet<string> = new Set(['info', 'success', 'warning', 'danger']);

/** What ReadMe writes beside Markdown: https://docs.readme.com/rdmd/docs/callouts */
export const readMeConstructs: readonly Construct[] = [
  {
    tool: 'ReadMe',
    name: 'Block of a box',
    outcome: 'carried',
    pattern: /^\[block:callout\][ \t]*\n([^]{0,5000}?)\n\[\/block\][ \t]*$/gm,
    write: ([text = '']) => {
      const { type, title, body } = readBlock(text);
      if (typeof body !== 'string') return null;
      const style = typeof type === 'string' && readMeBoxes.has(type) ? type : 'info';
      const heading = typeof title === 'string' && title !== '' ? `**${title}**\n\n` : '';
      return `{% hint style="${style}" %}\n${heading}${body}\n{% endhint %}`;
    },
    example: [
      '[block:callout]\n{ "type": "info", "title": "Note", "body": "Text" }\n[/block]',
      '{% hint style="info" %}\n**Note**\n\nText\n{% endhint %}',
    ],
  },
  {
    tool: 'ReadMe',
    name: 'Block of pictures',
    outcome: 'carried',
    pattern: /^\[block:image\][ \t]*\n([^]{0,5000}?)\n\[\/block\][ \t]*$/gm,
    write: ([text = '']) => {
      const { images } = readBlock(text);
      const all = Array.isArray(images) ? images.filter(isRecord) : [];
      const urls = all.flatMap(({ image }) => {
        const [url]: unknown[] = [image].flat();
        return typeof url === 'string' && !/[\s()<>]/.test(url) ? [url] : [];
      });
      return urls.length > 0 && urls.length === all.length ? urls.map((url) => `![](${url})`).join('\n\n') : null;
    },
    example: [
      '[block:image]\n{ "images": [{ "image": ["https://example.org/a.png"] }] }\n[/block]',
      '![](https://example.org/a.png)',
    ],
  },
  {
    tool: 'ReadMe',
    name: 'Other block',
    outcome: 'kept',
    pattern: /^\[block:(?!callout|image)[\w-]{1,50}\][ \t]*$/gm,
    example: ['[block:parameters]', '[block:parameters]'],
  },
];

function readBlock(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
