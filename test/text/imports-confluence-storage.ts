import { macro, parameter, plain, rich } from './imports-confluence-archive.ts';

/** What pages of Confluence have in its storage format, and what it becomes. */
export const storageSamples: readonly (readonly [name: string, written: string, becomes: string, report?: string])[] = [
  [
    'Expand',
    macro('expand', parameter('title', 'More') + rich('<p>Inside</p>')),
    '<details>\n\n<summary>More</summary>\n\nInside\n\n</details>',
  ],
  [
    'Panel',
    macro('panel', parameter('title', 'Title') + rich('<p>Text</p>')),
    '{% hint style="info" %}\n\n**Title**\n\nText\n\n{% endhint %}',
  ],
  ['Warning', macro('warning', rich('<p>Text</p>')), '{% hint style="danger" %}\n\nText\n\n{% endhint %}'],
  ['Note', macro('note', rich('<p>Text</p>')), '{% hint style="warning" %}\n\nText\n\n{% endhint %}'],
  ['Tip', macro('tip', rich('<p>Text</p>')), '{% hint style="success" %}\n\nText\n\n{% endhint %}'],
  ['Status', `<p>Is ${macro('status', parameter('colour', 'Green') + parameter('title', 'DONE'))}.</p>`, 'Is `DONE`.'],
  [
    'Task list',
    '<ac:task-list><ac:task><ac:task-id>1</ac:task-id><ac:task-status>complete</ac:task-status><ac:task-body>One</ac:task-body></ac:task><ac:task><ac:task-id>2</ac:task-id><ac:task-status>incomplete</ac:task-status><ac:task-body><span>Two</span></ac:task-body></ac:task></ac:task-list>',
    '- [x] One\n- [ ] Two',
  ],
  [
    'Code',
    macro(
      'code',
      `${parameter('language', 'js')}${parameter('title', 'app.js')}<ac:plain-text-body><![CDATA[if (a < b[0]]]]><![CDATA[> c) {}\n]]></ac:plain-text-body>`,
    ).replaceAll(']]]]><![CDATA[>', '] > '),
    '{% code title="app.js" %}\n\n```js\nif (a < b[0] >  c) {}\n```\n\n{% endcode %}',
  ],
  [
    'Code that is folded, with numbers of lines',
    macro(
      'code',
      `${parameter('title', 'A')}${parameter('linenumbers', 'true')}${parameter('collapse', 'true')}${plain('a\nb')}`,
    ),
    '<details>\n\n<summary>A</summary>\n\n{% code lineNumbers="true" %}\n\n```text\na\nb\n```\n\n{% endcode %}\n\n</details>',
  ],
  [
    'Anchor',
    `<p>${macro('anchor', parameter('', 'here'))}Here <ac:link ac:anchor="here"><ac:link-body>to <em>it</em></ac:link-body></ac:link></p>`,
    '<a id="here"></a>Here [to *it*](#here)',
  ],
  ['Table of contents', `${macro('toc', '')}<p>Text</p>`, 'Text'],
  [
    'Layout',
    '<ac:layout><ac:layout-section ac:type="single"><ac:layout-cell><p>Alone</p></ac:layout-cell></ac:layout-section><ac:layout-section ac:type="two_left_sidebar"><ac:layout-cell><p>One</p></ac:layout-cell><ac:layout-cell><p>Two</p></ac:layout-cell></ac:layout-section></ac:layout>',
    'Alone\n\n{% columns %}\n\n{% column width="33%" %}\n\nOne\n\n{% endcolumn %}\n\n{% column width="67%" %}\n\nTwo\n\n{% endcolumn %}\n\n{% endcolumns %}',
  ],
  [
    'Section and columns',
    macro(
      'section',
      rich(macro('column', parameter('width', '40%') + rich('<p>One</p>')) + macro('column', rich('<p>Two</p>'))),
    ),
    '{% columns %}\n\n{% column width="40%" %}\n\nOne\n\n{% endcolumn %}\n\n{% column %}\n\nTwo\n\n{% endcolumn %}\n\n{% endcolumns %}',
  ],
  ['Small letters', '<p>H<sub>2</sub>O &rsquo;</p>', 'H<sub>2</sub>O ’'],
  ['Placeholder', '<p>A<ac:placeholder>Write here</ac:placeholder></p>', 'A'],
  ['Comment of a word', '<p>A <ac:inline-comment-marker ac:ref="x">word</ac:inline-comment-marker></p>', 'A word'],
  ['Date', '<p>Since <time datetime="2025-03-01" /> and on</p>', 'Since 2025-03-01 and on'],
  [
    'Emoji',
    '<p><ac:emoticon ac:name="smile" ac:emoji-fallback="🙂" /> <ac:emoticon ac:name="tick" /> text</p>',
    '🙂 ✅ text',
  ],
  [
    'Excerpt, page properties and other macros that are hidden',
    `${macro('excerpt', parameter('hidden', 'true') + rich('<p>No</p>'))}${macro('details', parameter('hidden', 'true') + rich('<p>No</p>'))}${macro('div', parameter('style', 'display: none') + rich('<p>No</p>'))}<p>Text</p>`,
    'Text',
    '3 parts are left out, which Confluence does not show to everybody: excerpt, details, div',
  ],
  [
    'What only some people are shown',
    `${macro('show-if', parameter('group', 'staff') + rich('<p>Secret</p>'))}${macro('visible-to', rich('<p>Secret</p>'))}<p>Text</p>`,
    'Text',
    '2 parts are left out, which Confluence does not show to everybody: show-if, visible-to',
  ],
  [
    'Page properties',
    macro(
      'details',
      rich('<table><tbody><tr><th>Owner</th><td>Ann</td></tr><tr><th>Due</th><td>Now</td></tr></tbody></table>'),
    ),
    '|           |     |\n| --------- | --- |\n| **Owner** | Ann |\n| **Due**   | Now |',
  ],
  [
    'Tabs',
    macro('ui-tabs', rich(macro('ui-tab', parameter('title', 'One') + rich('<p>First</p>')))),
    '{% tabs %}\n\n{% tab title="One" %}\n\nFirst\n\n{% endtab %}\n\n{% endtabs %}',
  ],
  [
    'Button',
    macro('ui-button', parameter('title', 'Go') + parameter('url', 'https://example.org/')),
    '[Go](https://example.org/)',
  ],
  [
    'Panel of the newer editor',
    '<ac:adf-extension><ac:adf-node type="panel"><ac:adf-attribute key="panel-type">error</ac:adf-attribute><ac:adf-content><p>Text</p></ac:adf-content></ac:adf-node></ac:adf-extension>',
    '{% hint style="danger" %}\n\nText\n\n{% endhint %}',
  ],
  ['Person', `<p>${macro('profile', parameter('user', '<ri:user ri:userkey="x" />'))}</p>`, '@somebody'],
  ['Issue of Jira', `<p>${macro('jira', parameter('key', 'ABC-1'))}</p>`, '`ABC-1`'],
  [
    'Issues of Jira by a query',
    macro('jira', parameter('jqlQuery', 'project = ABC')),
    '`project = ABC`',
    '1 part is written as plain text or left out: jira',
  ],
  ['HTML', macro('html', plain('<p><b>Bold</b><script>alert(1)</script></p>')), '**Bold**'],
  ['Diagram as text', macro('mermaid-cloud', plain('graph TD\nA-->B')), '```mermaid\ngraph TD\nA-->B\n```'],
  [
    'Text of an unknown macro',
    macro('poetry', plain('One\nTwo')),
    '```text\nOne\nTwo\n```',
    '1 part is written as plain text or left out: poetry',
  ],
  [
    'Lists that Confluence makes, such as of recent changes',
    `${macro('recently-updated', '')}<p>Text</p>`,
    'Text',
    '1 part is written as plain text or left out: recently-updated',
  ],
  [
    'Frame',
    macro('iframe', parameter('src', '<ri:url ri:value="https://example.org/" />')),
    '{% embed url="https://example.org/" %}',
  ],
  [
    'Picture with its width, caption and link',
    '<ac:image ac:width="300" ac:alt="A view" ac:href="https://example.org/"><ri:url ri:value="https://example.org/a.png" /><ac:caption><p>Below</p></ac:caption></ac:image>',
    '[<img src="https://example.org/a.png" alt="A view" width="300" />](https://example.org/)\n\nBelow',
  ],
  [
    'Color of a cell',
    '<table><tbody><tr><th>A</th></tr><tr><td data-highlight-colour="blue">x</td></tr></tbody></table>',
    '| A                                             |\n| --------------------------------------------- |\n| <mark style="background-color:blue;">x</mark> |',
  ],
  [
    'Table in a table',
    '<table><tbody><tr><th>A</th></tr><tr><td><p>x</p><table><tbody><tr><td>1</td><td>2</td></tr></tbody></table></td></tr></tbody></table>',
    '| A           |\n| ----------- |\n| x<br>1 \\| 2 |',
  ],
  ['Formula', macro('mathblock', '<ac:plain-text-body><![CDATA[a < b]]></ac:plain-text-body>'), '$$\na < b\n$$'],
  [
    'Table with a span',
    '<table><tbody><tr><th>A</th><th>B</th></tr><tr><td colspan="2">x</td></tr></tbody></table>',
    '| A | B |\n| - | - |\n| x |   |',
  ],
  [
    'Tabs of other apps, with a text above them',
    macro(
      'deck',
      rich(
        `<p>Above</p>${macro('card', parameter('label', 'One') + rich('<p>First</p>'))}${macro('card', parameter('label', 'Two') + rich('<p>Second</p>'))}`,
      ),
    ),
    'Above\n\n{% tabs %}\n\n{% tab title="One" %}\n\nFirst\n\n{% endtab %}\n\n{% tab title="Two" %}\n\nSecond\n\n{% endtab %}\n\n{% endtabs %}',
  ],
  [
    'Title of an unknown macro',
    macro('bubble', parameter('title', 'Title') + rich('<p>Text</p>')),
    '**Title**\n\nText',
    '1 part is written as plain text or left out: bubble',
  ],
  [
    'Markdown',
    macro('markdown', plain('- a\n- b')),
    '```markdown\n- a\n- b\n```',
    '1 part is written as plain text or left out: markdown',
  ],
  [
    'Style sheet',
    `${macro('style', plain('.a { color: red }'))}<p>Text</p>`,
    'Text',
    '1 part is written as plain text or left out: style',
  ],
  [
    'Number of the first line of code',
    macro('code', parameter('linenumbers', 'true') + parameter('firstline', '5') + plain('a')),
    '{% code lineNumbers="true" %}\n\n```text\na\n```\n\n{% endcode %}',
    '1 part is written as plain text or left out: firstline of code',
  ],
  [
    'Card of a site, and what another site shows',
    `<a href="https://example.org/v" data-card-appearance="embed">https://example.org/v</a><a href="https://example.org/w" data-card-appearance="block">https://example.org/w</a>${macro('widget', parameter('url', '<ri:url ri:value="https://example.org/x" />'))}`,
    '{% embed url="https://example.org/v" %}\n\n{% embed url="https://example.org/w" %}\n\n{% embed url="https://example.org/x" %}',
  ],
  [
    'Gadget of a server',
    `<p>Text</p>${macro('gadget', parameter('url', 'https://jira.example.org/rest/gadgets/1'))}`,
    'Text',
    '1 part is written as plain text or left out: gadget',
  ],
  [
    'Part by an app of the newer editor, and decisions',
    '<ac:adf-extension><ac:adf-node type="extension"><ac:adf-attribute key="extension-key">a/b/static/chart</ac:adf-attribute><ac:adf-attribute key="parameters"><ac:adf-parameter key="extension-title">Chart</ac:adf-parameter><ac:adf-parameter key="guest-params"><ac:adf-parameter key="token">secret</ac:adf-parameter></ac:adf-parameter></ac:adf-attribute></ac:adf-node></ac:adf-extension><ac:adf-extension><ac:adf-node type="decision-list"><ac:adf-node type="decision-item"><ac:adf-content>We do</ac:adf-content></ac:adf-node><ac:adf-node type="decision-item"><ac:adf-content>So too</ac:adf-content></ac:adf-node></ac:adf-node></ac:adf-extension>',
    '- We do\n- So too',
    '1 part is written as plain text or left out: Chart',
  ],
  [
    'Person with a name',
    '<p><ac:link><ri:user ri:account-id="x" /><ac:link-body>Ann</ac:link-body></ac:link></p>',
    '@Ann',
  ],
  ['Empty parts', '<p>One<u /></p><strike /><p>Two</p>', 'One\n\nTwo'],
];
