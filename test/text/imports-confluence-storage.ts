import { macro, parameter, rich } from './imports-confluence-archive.ts';

/** What pages of Confluence have in its storage format, and what it becomes. */
export const storageSamples: readonly (readonly [name: string, written: string, becomes: string])[] = [
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
    '**app.js**\n\n```js\nif (a < b[0] >  c) {}\n```',
  ],
  [
    'Anchor',
    `<p>${macro('anchor', parameter('', 'here'))}Here <ac:link ac:anchor="here"><ac:link-body>to <em>it</em></ac:link-body></ac:link></p>`,
    '<a id="here"></a>Here [to *it*](#here)',
  ],
  ['Table of contents', `${macro('toc', '')}<p>Text</p>`, 'Text'],
  [
    'Layout',
    '<ac:layout><ac:layout-section ac:type="two_equal"><ac:layout-cell><p>One</p></ac:layout-cell><ac:layout-cell><p>Two</p></ac:layout-cell></ac:layout-section></ac:layout>',
    'One\n\nTwo',
  ],
  ['Small letters', '<p>H<sub>2</sub>O &rsquo;</p>', 'H<sub>2</sub>O ’'],
  ['Placeholder', '<p>A<ac:placeholder>Write here</ac:placeholder></p>', 'A'],
  ['Comment of a word', '<p>A <ac:inline-comment-marker ac:ref="x">word</ac:inline-comment-marker></p>', 'A word'],
  ['Date', '<p>Since <time datetime="2025-03-01" /> and on</p>', 'Since 2025-03-01 and on'],
  ['Emoji', '<p><ac:emoticon ac:name="smile" ac:emoji-fallback="🙂" /> text</p>', '🙂 text'],
  ['Hidden excerpt', `${macro('excerpt', parameter('hidden', 'true') + rich('<p>No</p>'))}<p>Text</p>`, 'Text'],
  ['Formula', macro('mathblock', '<ac:plain-text-body><![CDATA[a < b]]></ac:plain-text-body>'), '$$\na < b\n$$'],
  [
    'Table with a span',
    '<table><tbody><tr><th>A</th><th>B</th></tr><tr><td colspan="2">x</td></tr></tbody></table>',
    '| A | B |\n| - | - |\n| x |   |',
  ],
];
