import { attribute } from './components.ts';
import { asComment, type Construct } from './construct.ts';
import { definitionList } from './definition-list.ts';
import { fenceOf } from './fence-of.ts';
import { fileTreeList } from './file-tree.ts';
import { asHtml, writePicture } from './written-picture.ts';

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
  instagram: (id) => `https://www.instagram.com/p/${id}/`,
};

/** Writes a picture, with what stands below it: its title, its caption and who made it. Null without an address. */
function figureOf(said: (name: string) => string | undefined): string | null {
  const [src, alt, link, width] = ['src', 'alt', 'link', 'width'].map(said);
  if (src === undefined || /[\s()<>]/.test(`${src}${link ?? ''}`)) return null;
  const maker = said('attr');
  const page = said('attrlink');
  const below = [
    ...['title', 'caption'].flatMap((name) => said(name) ?? []),
    ...(maker === undefined ? [] : [page === undefined ? maker : `<a href="${asHtml(page)}">${maker}</a>`]),
  ].join(': ');
  return writePicture({ src, alt, link, width, below });
}

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
    write: ([attributes = '']) => figureOf((name) => attribute(attributes, name)),
    example: [
      '{{< figure src="a.png" alt="A view" caption="Below it" width="300" >}}',
      '<figure><img src="a.png" alt="A view" width="300"><figcaption>Below it</figcaption></figure>',
    ],
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
      /^[ \t]*\{\{<[ \t]*(youtube|vimeo|gist|instagram)[ \t]+(?:id=)?"?([\w-]{1,100})"?(?:[ \t]+"?([\da-f]{1,100})"?)?[^<>\n]{0,200}>\}\}[ \t]*$/gm,
    write: ([name = '', id = '', more = '']) => {
      const url = embeds[name]?.(id, more);
      return url === undefined ? null : `{% embed url="${url}" %}`;
    },
    example: ['{{< youtube a1b2c3 >}}', '{% embed url="https://www.youtube.com/watch?v=a1b2c3" %}'],
  },
  {
    tool,
    name: 'Post on X',
    outcome: 'carried',
    pattern:
      /^[ \t]*\{\{<[ \t]*(?:x|twitter|tweet)[ \t]+user="?(\w{1,30})"?[ \t]+id="?(\d{1,30})"?[ \t]*\/?>\}\}[ \t]*$/gm,
    write: ([user = '', id = '']) => `{% embed url="https://x.com/${user}/status/${id}" %}`,
    example: ['{{< x user="somebody" id="12" >}}', '{% embed url="https://x.com/somebody/status/12" %}'],
  },
  {
    tool,
    name: 'Names of tabs by a list',
    outcome: 'carried',
    pattern:
      /^[ \t]*\{\{[<%][ \t]*tabs\b[^<>%\n]{0,200}?\bitems="([^"\n]{1,500})"[^<>%\n]{0,200}[>%]\}\}[ \t]*$([^]{0,50000}?)(?=^[ \t]*\{\{[<%][ \t]*\/[ \t]*tabs[ \t]*[>%]\}\})/gm,
    write: ([names = '', inside = '']) => {
      const titles = names.split(',').map((name) => name.trim().replaceAll('"', "'"));
      let at = 0;
      return `{{< tabs >}}${inside.replaceAll(/\{\{[<%][ \t]*tab[ \t]*[>%]\}\}/g, () => `{{< tab title="${titles[at++] ?? ''}" >}}`)}`;
    },
    example: [
      '{{< tabs items="One,Two" >}}\n{{< tab >}}\nFirst\n{{< /tab >}}\n{{< tab >}}\nSecond\n{{< /tab >}}\n{{< /tabs >}}',
      '{{< tabs >}}\n{{< tab title="One" >}}\nFirst\n{{< /tab >}}\n{{< tab title="Two" >}}\nSecond\n{{< /tab >}}\n{{< /tabs >}}',
    ],
  },
  {
    tool,
    name: 'Code in a tab',
    outcome: 'carried',
    pattern:
      /^([ \t]*\{\{<[ \t]*tab\b(?![^<>\n]{0,300}\btext=)[^<>\n]{0,300}?\blang="([\w+#-]{1,30})"[^<>\n]{0,300}>\}\})[ \t]*\n([^]{0,20000}?)(?=^[ \t]*\{\{<[ \t]*\/[ \t]*tab[ \t]*>\}\})/gm,
    write: ([start = '', language = '', code = '']) => `${start}\n${fenceOf(language, code)}\n`,
    example: [
      '{{< tab header="One" lang="js" >}}\nlet a;\n{{< /tab >}}',
      '{{< tab header="One" lang="js" >}}\n```js\nlet a;\n```\n{{< /tab >}}',
    ],
  },
  {
    tool,
    name: 'Box or tab on a line',
    outcome: 'carried',
    pattern:
      /^([ \t]*)(\{\{[<%][ \t]*(alert|callout|hint|notice|tab)\b[^{}\n]{0,300}[>%]\}\})((?:(?!\{\{)[^\n]){1,2000})(\{\{[<%][ \t]*\/[ \t]*\3[ \t]*[>%]\}\})[ \t]*$/gm,
    write: ([indent = '', start = '', , text = '', end = '']) =>
      `${indent}${start}\n${indent}${text.trim()}\n${indent}${end}`,
    example: ['{{% notice tip %}}Text{{% /notice %}}', '{{% notice tip %}}\nText\n{{% /notice %}}'],
  },
  {
    tool,
    name: 'Card that is a link',
    outcome: 'carried',
    pattern: /^[ \t]*\{\{<[ \t]*card\b([^<>\n]{1,500}?)\/?>\}\}[ \t]*$/gm,
    write: ([attributes = '']) => {
      const [link, title, about] = ['link', 'title', 'subtitle'].map((name) => attribute(attributes, name));
      if (link === undefined || title === undefined || /[\s()<>]/.test(link)) return null;
      return `- [${title.replaceAll(/[[\]]/g, '')}](${link})${about === undefined ? '' : `: ${about}`}`;
    },
    example: ['{{< card link="/b" title="Next" subtitle="What follows" >}}', '- [Next](/b): What follows'],
  },
  {
    tool,
    name: 'Tree of files',
    outcome: 'carried',
    pattern: around('filetree\\/container'),
    write: ([, inside = '']) =>
      fileTreeList(
        inside.replaceAll(
          /\{\{<[ \t]*(\/?)[ \t]*filetree\/f(older|ile)\b([^<>\n]{0,300}?)[ \t]*(\/?)[ \t]*>\}\}/g,
          '<$1F$2$3$4>',
        ),
      ),
    example: [
      '{{< filetree/container >}}\n{{< filetree/folder name="docs" >}}\n{{< filetree/file name="a.md" >}}\n{{< /filetree/folder >}}\n{{< /filetree/container >}}',
      '- `docs/`\n  - `a.md`',
    ],
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
    pattern: /(?<=[^\s{}>%][ \t]{0,3}|[>%]\}\}[ \t]{1,3})\{\{[<%][ \t]*\w[^{}\n]{0,300}?[>%]\}\}/g,
    example: ['Of {{< param "version" >}}', 'Of {{< param "version" >}}'],
  },
];
