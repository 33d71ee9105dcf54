import { attribute } from './components.ts';
import { asComment, type Construct } from './construct.ts';
import { definitionList } from './definition-list.ts';
import { fenceOf } from './fence-of.ts';

const tool = 'Hugo' as const;

/** A shortcode with a text: its words, and the text. */
const around = (name: string) =>
  new RegExp(
    String.raw`^[ \t]*\{\{[<%][ \t]*${name}\b([^<>\n]{0,300}?)[>%]\}\}([^]{0,20000}?)\{\{[<%][ \t]*\/[ \t]*${name}[ \t]*[>%]\}\}[ \t]*$`,
    'gm',
  );

const firstText = (words: string) => /^\s*"([^"\n]*)"/.exec(words)?.[1];

/** The items of a list, without their signs. */
const itemsOf = (text: string) =>
  text
    .split(/^[-*+] /m)
    .slice(1)
    .map((item) => item.replaceAll(/^ {2}/gm, ''));

const embeds: Readonly<Record<string, (id: string, more: string) => string>> = {
  youtube: (id) => `https://www.youtube.com/watch?v=${id}`,
  vimeo: (id) => `https://vimeo.com/${id}`,
  gist: (user, id) => `https://gist.github.com/${user}/${id}`,
};

/** What Hugo writes beside Markdown: https://gohugo.io/content-management/shortcodes/ */
export const hugoConstructs: readonly Construct[] = [
  definitionList(tool),
  {
    tool,
    name: 'Link by ref or relref',
    outcome: 'carried',
    pattern:
      /\{\{[<%][ \t]*(?:rel)?ref[ \t]+(?:path=)?["`]?([^"`\s<>%]{1,500})["`]?[^"<>%\n]{0,20}(?:"[^"\n]{0,50}")?[ \t]*[>%]\}\}/g,
    write: ([address = '']) => (/^[#/.]|\.md/.test(address) ? address : `${address.replace(/(#|$)/, '.md$1')}`),
    example: ['[There]({{< ref "guide.md#part" >}})', '[There](guide.md#part)'],
  },
  {
    tool,
    name: 'Figure',
    outcome: 'carried',
    pattern: /\{\{<[ \t]*figure\b([^<>\n]{1,1000})[ \t]*\/?>\}\}/g,
    write: ([attributes = '']) => {
      const src = attribute(attributes, 'src');
      const said = ['title', 'caption'].flatMap((name) => attribute(attributes, name) ?? []);
      const text = said.join(': ') || (attribute(attributes, 'alt') ?? '');
      const link = attribute(attributes, 'link');
      if (src === undefined || /[\s()<>]/.test(`${src}${link ?? ''}`)) return null;
      const picture = `![${text.replaceAll(/[[\]]/g, '')}](${src})`;
      return link === undefined ? picture : `[${picture}](${link})`;
    },
    example: ['{{< figure src="a.png" title="A view" link="/b" >}}', '[![A view](a.png)](/b)'],
  },
  {
    tool,
    name: 'Shortcode that is shown, and not run',
    outcome: 'carried',
    pattern: /\{\{([<%])\/\*([^]{0,2000}?)\*\/([>%])\}\}/g,
    write: ([start = '', text = '', end = '']) =>
      `\\{\\{${start === '<' ? '\\<' : start}${text.replaceAll('<', String.raw`\<`)}${end}}}`,
    inCode: ([start = '', text = '', end = '']) => `{{${start}${text}${end}}}`,
    example: ['{{</* ref "a" */>}}', String.raw`\{\{\< ref "a" >}}`],
  },
  {
    tool,
    name: 'Comment by a shortcode',
    outcome: 'carried',
    pattern: /\{\{[<%][ \t]*comment[ \t]*[>%]\}\}([^]{0,5000}?)\{\{[<%][ \t]*\/[ \t]*comment[ \t]*[>%]\}\}/g,
    write: ([text = '']) => asComment(text),
    example: ['{{% comment %}}not for readers{{% /comment %}}', '<!-- not for readers -->'],
  },
  {
    tool,
    name: 'Code by a shortcode',
    outcome: 'carried',
    pattern: around('highlight'),
    write: ([words = '', code = '']) => {
      const language = /^\s*"?([\w+#-]{1,50})/.exec(words)?.[1] ?? '';
      const lines = /hl_lines=["'[]?([\d ,-]+)/.exec(words)?.[1]?.trim().replaceAll(/[ ,]+/g, ',');
      const numbers = words.replaceAll('"', ' ').match(/\blineno(?:s|start)=\w{1,10}/g) ?? [];
      return fenceOf([language, ...(lines === undefined ? [] : [`{${lines}}`]), ...numbers].join(' '), code);
    },
    example: [
      '{{< highlight go "linenos=table,hl_lines=2 4-5" >}}\na\nb\n{{< /highlight >}}',
      '```go {2,4-5} linenos=table\na\nb\n```',
    ],
  },
  {
    tool,
    name: 'Diagram by a shortcode',
    outcome: 'carried',
    pattern: around('mermaid'),
    write: ([, code = '']) => fenceOf('mermaid', code),
    example: ['{{< mermaid >}}\ngraph LR\n{{< /mermaid >}}', '```mermaid\ngraph LR\n```'],
  },
  {
    tool,
    name: 'Fold',
    outcome: 'carried',
    pattern: around('expand'),
    write: ([words = '', text = '']) => {
      const title = attribute(words, 'title') ?? firstText(words) ?? '';
      return `<details>\n<summary>${title.replaceAll('<', '&lt;')}</summary>\n\n${text.trim()}\n\n</details>`;
    },
    example: ['{{% expand "More" %}}Text{{% /expand %}}', '<details>\n<summary>More</summary>\n\nText\n\n</details>'],
  },
  {
    tool,
    name: 'Columns',
    outcome: 'carried',
    pattern: around('columns'),
    write: ([, text = '']) => {
      const parts = text.includes('<--->') ? text.split(/^[ \t]*<--->[ \t]*$/m) : itemsOf(text);
      const columns = parts.map((part) => `{% column %}\n\n${part.trim()}\n\n{% endcolumn %}`);
      return columns.length < 2 ? null : `{% columns %}\n${columns.join('\n')}\n{% endcolumns %}`;
    },
    example: [
      '{{< columns >}}\nOne\n<--->\nTwo\n{{< /columns >}}',
      '{% columns %}\n{% column %}\n\nOne\n\n{% endcolumn %}\n{% column %}\n\nTwo\n\n{% endcolumn %}\n{% endcolumns %}',
    ],
  },
  {
    tool,
    name: 'Name of a tab',
    outcome: 'carried',
    pattern: /\{\{([<%])[ \t]*tab[ \t]+"([^"\n]{1,200})"([^<>%\n]{0,200})[>%]\}\}/g,
    write: ([sign = '', name = '', more = '']) => `{{${sign} tab title="${name}"${more}${sign === '<' ? '>' : '%'}}}`,
    example: ['{{% tab "One" %}}', '{{% tab title="One" %}}'],
  },
  {
    tool,
    name: 'Video or gist',
    outcome: 'carried',
    pattern:
      /^[ \t]*\{\{<[ \t]*(youtube|vimeo|gist)[ \t]+(?:id=)?"?([\w-]{1,100})"?(?:[ \t]+"?([\da-f]{1,100})"?)?[^<>\n]{0,200}>\}\}[ \t]*$/gm,
    write: ([name = '', id = '', more = '']) => {
      const url = embeds[name]?.(id, more);
      return url === undefined ? null : `{% embed url="${url}" %}`;
    },
    example: ['{{< youtube a1b2c3 >}}', '{% embed url="https://www.youtube.com/watch?v=a1b2c3" %}'],
  },
  {
    tool,
    name: 'Button',
    outcome: 'carried',
    pattern:
      /\{\{[<%][ \t]*button\b[^<>%\n]{0,200}?\b(?:href|relref|link)="([^"\s()]{1,500})"[^<>%\n]{0,200}[>%]\}\}([^{}\n]{1,300})\{\{[<%][ \t]*\/[ \t]*button[ \t]*[>%]\}\}/g,
    write: ([address = '', text = '']) => `[${text.trim()}](${address})`,
    example: ['{{< button href="/b" >}}Next{{< /button >}}', '[Next](/b)'],
  },
  {
    tool,
    name: 'Attributes of a block',
    outcome: 'left out',
    pattern:
      /^[ \t]*\{(?:[.#][\w-]{1,100}|\w{1,50}=(?:"[^"\n]{0,200}"|[\w.%-]{1,100}))(?:[ \t]+(?:[.#][\w-]{1,100}|\w{1,50}=(?:"[^"\n]{0,200}"|[\w.%-]{1,100})))*[ \t]*\}[ \t]*$/gm,
    write: () => '',
    example: ['{.wide width=300}', ''],
  },
  {
    tool,
    name: 'Shortcode in a line',
    outcome: 'kept',
    pattern: /(?<=[^\s{}>%][ \t]{0,3})\{\{[<%][ \t]*\w[^{}\n]{0,300}?[>%]\}\}/g,
    example: ['Of {{< param "version" >}}', 'Of {{< param "version" >}}'],
  },
];
