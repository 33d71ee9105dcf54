import { storageSamples } from './imports-confluence-storage.ts';
import type { Sample } from './imports-word-samples.ts';

/** What pages of Confluence have in its exports as HTML and XML, and what it becomes. */
export const confluenceSamples: readonly Sample[] = [
  {
    tool: 'Confluence',
    name: 'Expand',
    written:
      '<div class="expand-container"><div class="expand-control"><span class="expand-control-text">More</span></div><div class="expand-content"><p>Inside</p></div></div>',
    becomes: '<details>\n\n<summary>More</summary>\n\nInside\n\n</details>',
  },
  {
    tool: 'Confluence',
    name: 'Panel',
    written:
      '<div class="panel"><div class="panelHeader"><b>Title</b></div><div class="panelContent"><p>Text</p></div></div>',
    becomes: '{% hint style="info" %}\n\n**Title**\n\nText\n\n{% endhint %}',
  },
  {
    tool: 'Confluence',
    name: 'Note, warning, tip and info',
    written:
      '<div class="confluence-information-macro confluence-information-macro-warning"><p class="title">Title</p><div class="confluence-information-macro-body"><p>Text</p></div></div>',
    becomes: '{% hint style="danger" %}\n\n**Title**\n\nText\n\n{% endhint %}',
  },
  {
    tool: 'Confluence',
    name: 'Status',
    written: '<p>It is <span class="status-macro aui-lozenge">DONE</span></p>',
    becomes: 'It is `DONE`',
  },
  {
    tool: 'Confluence',
    name: 'Task list',
    written:
      '<ul class="inline-task-list"><li class="checked" data-inline-task-id="1"><span>One</span></li><li data-inline-task-id="2">Two</li></ul>',
    becomes: '- [x] One\n- [ ] Two',
  },
  {
    tool: 'Confluence',
    name: 'Code with a title',
    written:
      '<div class="code panel"><div class="codeHeader panelHeader"><b>app.js</b></div><div class="codeContent panelContent"><pre data-syntaxhighlighter-params="brush: js">let a;</pre></div></div>',
    becomes: '{% code title="app.js" %}\n\n```js\nlet a;\n```\n\n{% endcode %}',
  },
  {
    tool: 'Confluence',
    name: 'Code that is folded, with numbers of lines',
    written:
      '<div class="code panel pdl"><div class="codeHeader panelHeader pdl"><b class="code-title">A</b><span class="collapse-source expand-control"><span class="expand-control-text">Expand source</span></span></div><div class="codeContent panelContent"><pre data-syntaxhighlighter-params="brush: js; gutter: true; collapse: true">let a;</pre></div></div>',
    becomes:
      '<details>\n\n<summary>A</summary>\n\n{% code lineNumbers="true" %}\n\n```js\nlet a;\n```\n\n{% endcode %}\n\n</details>',
  },
  {
    tool: 'Confluence',
    name: 'Tabs',
    written:
      '<div class="aui-tabs horizontal-tabs"><ul class="tabs-menu"><li class="menu-item"><a href="#t1">One</a></li></ul><div class="tabs-pane"><p>First</p></div></div>',
    becomes: '{% tabs %}\n\n{% tab title="One" %}\n\nFirst\n\n{% endtab %}\n\n{% endtabs %}',
  },
  {
    tool: 'Confluence',
    name: 'Layout',
    written:
      '<div class="columnLayout two-right-sidebar" data-layout="two-right-sidebar"><div class="cell normal"><div class="innerCell"><p>One</p></div></div><div class="cell aside"><div class="innerCell"><p>Two</p></div></div></div>',
    becomes:
      '{% columns %}\n\n{% column width="67%" %}\n\nOne\n\n{% endcolumn %}\n\n{% column width="33%" %}\n\nTwo\n\n{% endcolumn %}\n\n{% endcolumns %}',
  },
  {
    tool: 'Confluence',
    name: 'Section and columns',
    written:
      '<div class="sectionMacro"><div class="sectionMacroRow"><div class="columnMacro"><p>One</p></div><div class="columnMacro"><p>Two</p></div></div></div>',
    becomes:
      '{% columns %}\n\n{% column %}\n\nOne\n\n{% endcolumn %}\n\n{% column %}\n\nTwo\n\n{% endcolumn %}\n\n{% endcolumns %}',
  },
  {
    tool: 'Confluence',
    name: 'Issue of Jira',
    written:
      '<p><span class="jira-issue"><a href="https://example.org/A-1" class="jira-issue-key"><img class="icon" src="https://example.org/i.svg">A-1</a> - <span class="summary">Slow</span></span></p>',
    becomes: '[A-1](https://example.org/A-1) - Slow',
  },
  {
    tool: 'Confluence',
    name: 'Emoji',
    written: '<p><img class="emoticon emoticon-tick" src="x.svg" alt="(tick)"> done</p>',
    becomes: '✅ done',
  },
  {
    tool: 'Confluence',
    name: 'Page properties that are hidden',
    written: '<div class="plugin-tabmeta-details" style="display:none"><p>Secret</p></div><p>Text</p>',
    becomes: 'Text',
    report: 'Left out, because the page shows it to nobody: 1 hidden part',
  },
  {
    tool: 'Confluence',
    name: 'Color of a cell',
    written:
      '<table><tbody><tr><th>A</th></tr><tr><td class="highlight-blue" data-highlight-colour="blue"><p>x</p></td></tr></tbody></table>',
    becomes:
      '| A                                             |\n| --------------------------------------------- |\n| <mark style="background-color:blue;">x</mark> |',
  },
  {
    tool: 'Confluence',
    name: 'Excerpt of another page',
    written:
      '<div class="panel"><div class="panelHeader"><b>Page</b></div><div class="panelContent"><p>Its excerpt</p></div></div>',
    becomes: '{% hint style="info" %}\n\n**Page**\n\nIts excerpt\n\n{% endhint %}',
  },
  {
    tool: 'Confluence',
    name: 'Anchor',
    written:
      '<p><span class="confluence-anchor-link" id="Page-here"></span>Here, from <a href="#Page-here">there</a></p>',
    becomes: '<a id="Page-here"></a>Here, from [there](#Page-here)',
  },
  {
    tool: 'Confluence',
    name: 'Table of contents',
    written: '<div class="toc-macro"><ul><li><a href="#x">x</a></li></ul></div><p>Text</p>',
    becomes: 'Text',
  },
  {
    tool: 'Confluence',
    name: 'Pages below, page tree',
    written: '<ul class="childpages-macro"><li><a href="https://example.org/">A page</a></li></ul>',
    becomes: '- [A page](https://example.org/)',
  },
  {
    tool: 'Confluence',
    name: 'Small letters',
    written: '<p>H<sub>2</sub>O, x<sup>2</sup></p>',
    becomes: 'H<sub>2</sub>O, x<sup>2</sup>',
  },
  {
    tool: 'Confluence',
    name: 'Formula',
    written: '<p><span class="MathJax_Preview">a2</span><script type="math/tex">a^2</script> is</p>',
    becomes: '$$a^2$$ is',
  },
  {
    tool: 'Confluence',
    name: 'Color of words',
    written:
      '<p>A <span style="color: rgb(255,86,48);">red</span> and <span style="color: rgb(23,43,77);">dark</span> word</p>',
    becomes: 'A <mark style="color:red;">red</mark> and dark word',
  },
  {
    tool: 'Confluence',
    name: 'Underline, inserted text, keys',
    written: '<p><u>One</u> <ins>two</ins> <kbd>Ctrl</kbd></p>',
    becomes: '<u>One</u> <ins>two</ins> <kbd>Ctrl</kbd>',
  },
  {
    tool: 'Confluence',
    name: 'Frame',
    written: '<p>Text</p><iframe src="https://example.org/"></iframe>',
    becomes: 'Text\n\n{% embed url="https://example.org/" %}',
  },
  {
    tool: 'Confluence',
    name: 'What an app draws on the server',
    written:
      '<p>Text</p><div class="ap-container" data-macro-name="lucidchart"><div class="ap-content"></div><script>var token;</script></div>',
    becomes: 'Text',
    report: '1 part is left out, because an app draws it on the server: lucidchart',
  },
  {
    tool: 'Confluence',
    name: 'Card of a site',
    written:
      '<p>Text</p><a href="https://example.org/v" data-card-appearance="embed">https://example.org/v</a><a href="https://example.org/w" data-card-appearance="block">https://example.org/w</a>',
    becomes: 'Text\n\n{% embed url="https://example.org/v" %}\n\n{% embed url="https://example.org/w" %}',
  },
  {
    tool: 'Confluence',
    name: 'Number of the first line of code, and what is to be written in a template',
    written:
      '<p>Text<span class="text-placeholder">Write here</span></p><pre data-syntaxhighlighter-params="brush: js; first-line: 5">a</pre>',
    becomes: 'Text\n\n```js\na\n```',
    report: 'Number of the first line of code: left out, because nothing expresses it here',
  },
  ...storageSamples.map(([name, written, becomes, report]) => ({
    tool: 'Confluence, XML' as const,
    name,
    written,
    becomes,
    ...(report !== undefined && { report }),
  })),
];
