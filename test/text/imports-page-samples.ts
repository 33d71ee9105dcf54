import type { Sample } from './imports-word-samples.ts';

const sample = (name: string, written: string, becomes: string, report?: string): Sample => ({
  tool: 'HTML',
  name,
  written,
  becomes,
  ...(report !== undefined && { report }),
});

const numbered = 'one\ntwo';
const numberedCode = '```\none\ntwo\n```';

/** What any page in HTML may have, and what it becomes. */
export const pageSamples: readonly Sample[] = [
  sample(
    'Small letters, keys, marks and the like beside text, without a paragraph',
    '<div>H<sub>2</sub>O, <kbd>Ctrl</kbd> and <mark>marked</mark> text</div><ul><li>an <u>underlined</u> word</li></ul>',
    'H<sub>2</sub>O, <kbd>Ctrl</kbd> and <mark>marked</mark> text\n\n- an <u>underlined</u> word',
  ),
  sample(
    'Numbers of items',
    '<ol start="3"><li>Three</li><li value="7">Seven<ol><li value="2">Two</li></ol></li><li>Eight</li></ol>',
    '3. Three\n\n7) Seven\n\n   2. Two\n8) Eight',
  ),
  sample(
    'Box to tick',
    '<ul><li><input type="checkbox" checked> Done</li></ul><p><input type="checkbox"> Not in a list</p><table><tr><th>A</th></tr><tr><td><input type="checkbox" checked></td></tr></table>',
    '- [x] Done\n\n☐ Not in a list\n\n| A |\n| - |\n| ☑ |',
  ),
  sample(
    'Film, sound or document',
    '<video controls><source src="a.mp4"></video><audio src="https://example.org/a.mp3"></audio><object data="https://example.org/a.pdf"></object>'.replace(
      'a.mp4',
      'https://example.org/a.mp4',
    ),
    '[a.mp4](https://example.org/a.mp4)\n\n[a.mp3](https://example.org/a.mp3)\n\n[a.pdf](https://example.org/a.pdf)',
  ),
  sample(
    'Frame of another site',
    '<iframe src="https://www.youtube.com/embed/abc_def&amp;x=1"></iframe><ul><li>In <iframe src="https://example.org/" title="A list"></iframe></li></ul>',
    '{% embed url="https://www.youtube.com/embed/abc_def&x=1" %}\n\n- In [A list](https://example.org/)',
  ),
  sample(
    'Drawing with words',
    '<svg viewBox="0 0 9 9"><title>A view</title><text>Here</text></svg>',
    '![A view](page.html.images/1.svg)',
  ),
  sample(
    'Picture that is loaded late, or of several sizes',
    '<img data-lazy-src="https://example.org/a.png" src="data:image/gif;base64,R0lGODlhAQ==" alt="A"> <img srcset="https://example.org/b.png 1x" alt="B"> <picture><source srcset="https://example.org/c.png 2x"></picture>',
    '![A](https://example.org/a.png) ![B](https://example.org/b.png) ![](https://example.org/c.png)',
  ),
  sample(
    'Formula in MathML alone',
    '<p>Is <math><msup><mi>a</mi><mn>2</mn></msup></math></p>',
    'Is `<math><msup><mi>a</mi><mn>2</mn></msup></math>`',
    'Stays as it is written, because Markdown does not express it: 1 <math>',
  ),
  sample(
    'Formula that MathJax or MediaWiki shows',
    '<p>Is <mjx-container class="MathJax"><mjx-math></mjx-math><mjx-assistive-mml><math><mi>a</mi></math></mjx-assistive-mml></mjx-container></p><p>Is <span class="MathJax">b</span><script type="math/tex">b</script></p><p>Is <math><annotation encoding="application/x-tex">c</annotation></math><img src="c.svg" class="mwe-math-fallback-image-inline" alt="c"></p>',
    'Is `<math><mi>a</mi></math>`\n\nIs $$b$$\n\nIs $$c$$',
    'Stays as it is written, because Markdown does not express it: 1 <math>',
  ),
  sample(
    'What nobody sees: a frame of no size, and a switch of a style sheet',
    '<iframe src="https://example.org/" width="0" height="0"></iframe><input type="checkbox" class="toggle"><p>Text</p>',
    'Text',
  ),
  sample(
    'Formula as TeX in an element',
    '<p>Is <span class="math inline">\\(a_1\\)</span></p><div class="arithmatex">\\[b_2\\]</div>',
    'Is $$a_1$$\n\n$$\nb_2\n$$',
  ),
  ...(
    [
      [
        'hljs',
        '<table class="hljs-ln"><tr><td class="hljs-ln-numbers"></td><td class="hljs-ln-code">one</td></tr><tr><td class="hljs-ln-numbers"></td><td class="hljs-ln-code">two</td></tr></table>',
      ],
      [
        'Rouge',
        `<table class="rouge-table"><tr><td class="rouge-gutter gl"><pre class="lineno">1\n2</pre></td><td class="rouge-code"><pre>${numbered}</pre></td></tr></table>`,
      ],
      [
        'Chroma',
        `<table class="lntable"><tr><td class="lntd"><pre><code><span class="lnt">1\n</span><span class="lnt">2\n</span></code></pre></td><td class="lntd"><pre><code>${numbered}</code></pre></td></tr></table>`,
      ],
      [
        'SyntaxHighlighter',
        '<div class="syntaxhighlighter"><table><tr><td class="gutter"><div class="line">1</div><div class="line">2</div></td><td class="code"><div class="line"><code>one</code></div><div class="line"><code>two</code></div></td></tr></table></div>',
      ],
      [
        'Sphinx',
        `<div class="highlight-text notranslate"><div class="highlight"><pre><span class="linenos">1</span>one\n<span class="linenos">2</span>two</pre></div></div>`,
      ],
      ['within lines', '<pre><code><span class="ln">1</span>one\n<span class="ln">2</span>two</code></pre>'],
    ] as const
  ).map(([by, written]) => sample(`Code with numbers of lines: ${by}`, written, numberedCode)),
  sample(
    'Language of code by Sphinx',
    '<div class="highlight-python notranslate"><div class="highlight"><pre>x = 1</pre></div></div>',
    '```python\nx = 1\n```',
  ),
  sample(
    'Heads of rows',
    '<table><tr><th>Name</th><th>Due</th></tr><tr><th scope="row">One</th><td>Now</td></tr></table>',
    '| Name    | Due |\n| ------- | --- |\n| **One** | Now |',
  ),
  sample(
    'Link without an address that a reader can follow',
    '<p><a>No address</a>, <a href="javascript:go()">a script</a>, <a href="ftp://example.org/">a server</a></p>',
    'No address, a script, a server',
    'Left out, because Markdown does not express it: 1 link of another kind',
  ),
  sample(
    'Quote with a style, and an embed, as Wiki.js writes them',
    '<blockquote class="is-warning"><p>Mind the gap</p></blockquote><figure class="media"><oembed url="https://example.org/v"></oembed></figure>',
    '{% hint style="warning" %}\n\nMind the gap\n\n{% endhint %}\n\n{% embed url="https://example.org/v" %}',
  ),
  sample(
    'Formula of Docmost',
    '<p>Is <span data-type="mathInline" data-katex="true">a_1</span></p><div data-type="mathBlock">b_2</div>',
    'Is $$a_1$$\n\n$$\nb_2\n$$',
  ),
  sample('Author of a quote', '<blockquote><p>Said</p><footer>Ann</footer></blockquote>', '> Said\n>\n> Ann'),
  sample(
    'Dialog, which is closed or open',
    '<dialog>Secret</dialog><dialog open>Shown</dialog>',
    'Shown',
    'Left out, because the page shows it to nobody: 1 hidden part',
  ),
  sample(
    'Field of a form with a text',
    '<p>Name: <input type="text" value="Ann"></p>',
    'Name:',
    'Left out, because Markdown does not express it: 1 <input>',
  ),
];
