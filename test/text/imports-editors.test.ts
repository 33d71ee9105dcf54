import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { walkPages } from '../../src/text/imports/import-tree.ts';
import { parseImport, type ParsedSource } from '../../src/text/imports/parse.ts';
import { reportPages } from '../../src/text/imports/tree/page-report.ts';
import { makeZip } from './imports-archive.ts';
import { page as storedPage, xmlExport } from './imports-confluence-archive.ts';
import { storageSamples } from './imports-confluence-storage.ts';
import { wordDocument } from './imports-exports.ts';
import { wordSamples, type Sample } from './imports-word-samples.ts';

const samples: readonly Sample[] = [
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
    becomes: '**app.js**\n\n```js\nlet a;\n```',
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
    written: '<p><script type="math/tex">a^2</script> is</p>',
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
    becomes: 'Text',
    report: 'Left out, because Markdown does not express it: 1 <iframe>',
  },
  ...storageSamples.map(([name, written, becomes]) => ({ tool: 'Confluence, XML' as const, name, written, becomes })),
  {
    tool: 'Google Docs',
    name: 'Footnote',
    written:
      '<p><span>Text</span><sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup></p><hr><div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a><span>&nbsp;The note</span></p></div>',
    becomes:
      'Text<sup><a id="ftnt_ref1"></a>[\\[1\\]](#ftnt1)</sup>\n\n---\n\n<a id="ftnt1"></a>[\\[1\\]](#ftnt_ref1) The note',
  },
  {
    tool: 'Google Docs',
    name: 'Bookmark',
    written: '<p><a id="id.a"></a><span>Here</span></p><p><a href="#id.a">to here</a></p>',
    becomes: '<a id="id.a"></a>Here\n\n[to here](#id.a)',
  },
  {
    tool: 'Google Docs',
    name: 'Comment',
    written:
      '<p><span>Text</span><sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup></p><div><p><a href="#cmnt_ref1" id="cmnt1">[a]</a><span>Secret</span></p></div>',
    becomes: 'Text',
    report: '1 comment is left out',
  },
  {
    tool: 'Google Docs',
    name: 'Color and underline of words',
    written:
      '<style>.c1{color:#ff0000}.c2{color:#1155cc;text-decoration:underline}.c3{color:#000000;background-color:#ffff00}</style><p><span class="c1">Red</span><span>, </span><span class="c3">marked</span><span>, </span><span style="text-decoration:underline">under</span><span>, </span><span class="c2"><a href="https://example.org/">a link</a></span></p>',
    becomes:
      '<mark style="color:red;">Red</mark>, <mark style="background-color:yellow;">marked</mark>, <u>under</u>, [a link](https://example.org/)',
  },
  {
    tool: 'Google Docs',
    name: 'Small letters',
    written: '<p><span>H</span><span style="vertical-align:sub">2</span><span>O</span></p>',
    becomes: 'H<sub>2</sub>O',
  },
  {
    tool: 'Notion',
    name: 'Callout',
    written: '<figure class="callout"><div><span class="icon">⚠️</span></div><div><p>Text</p></div></figure>',
    becomes: '{% hint style="warning" %}\n\nText\n\n{% endhint %}',
  },
  {
    tool: 'Notion',
    name: 'Columns, synced blocks',
    written: '<div class="column-list"><div class="column"><p>One</p></div><div class="column"><p>Two</p></div></div>',
    becomes: 'One\n\nTwo',
  },
  {
    tool: 'Notion',
    name: 'Toggle',
    written: '<ul class="toggle"><li><details open=""><summary>More</summary><p>Inside</p></details></li></ul>',
    becomes: '- <details>\n\n  <summary>More</summary>\n\n  Inside\n\n  </details>',
  },
  {
    tool: 'Notion',
    name: 'Color of words or of a block',
    written:
      '<p class="block-color-red_background">Red <mark class="highlight-blue">blue</mark></p><p>A <mark class="highlight-gray">gray</mark> word</p>',
    becomes: '<mark style="background-color:red;">Red <mark style="color:blue;">blue</mark></mark>\n\nA gray word',
    report: 'Left out, because Markdown does not express it: 1 color',
  },
  {
    tool: 'Notion',
    name: 'Database',
    written:
      '<table class="collection-content"><thead><tr><th>Name</th></tr></thead><tbody><tr><td>One</td></tr></tbody></table>',
    becomes: '| Name |\n| ---- |\n| One  |',
  },
  {
    tool: 'Notion',
    name: 'Values of a property',
    written:
      '<table class="collection-content"><thead><tr><th>Tags</th></tr></thead><tbody><tr><td><span class="selected-value">One</span><span class="selected-value">Two</span></td></tr></tbody></table>',
    becomes: '| Tags     |\n| -------- |\n| One, Two |',
  },
  {
    tool: 'Notion',
    name: 'Bookmark of a site',
    written:
      '<figure><a href="https://example.org/" class="bookmark source"><div class="bookmark-info"><div class="bookmark-text"><div class="bookmark-title">Example</div><div class="bookmark-description">A site</div></div><div class="bookmark-href"><img src="https://example.org/a.ico" class="icon bookmark-icon">https://example.org/</div></div><img src="https://example.org/a.png" class="bookmark-image"></a></figure>',
    becomes: '[Example](https://example.org/): A site',
  },
  ...wordSamples,
];

const notionId = '0123456789abcdef0123456789abcdef';

function exportOf({ tool, written, parts }: Sample): readonly [ParsedSource, Buffer] {
  if (tool === 'Word') return ['docx', wordDocument({ headings: ['Only'], more: written, ...(parts && { parts }) })];
  if (tool === 'Confluence, XML') return ['confluence', xmlExport([storedPage(1, 'Page', written)])];
  if (tool === 'Google Docs')
    return [
      'google-docs',
      Buffer.from(`<html><head><title>Page</title></head><body><p class="title">Page</p>${written}</body></html>`),
    ];
  const main =
    tool === 'Notion'
      ? `<article class="page"><header><h1 class="page-title">Page</h1></header><div class="page-body">${written}</div></article>`
      : `<h1 id="title-heading"><span id="title-text">T : Page</span></h1><div id="main-content" class="wiki-content">${written}</div>`;
  const page = `<!DOCTYPE html><html><head><title>Page</title></head><body>${main}</body></html>`;
  if (tool === 'Notion') return ['notion', makeZip([{ name: `Page ${notionId}.html`, body: page }])];
  const index = '<html><body><ul><li><a href="Page_1.html">Page</a></li></ul></body></html>';
  return [
    'confluence',
    makeZip([
      { name: 'T/index.html', body: index },
      { name: 'T/Page_1.html', body: page },
    ]),
  ];
}

async function convert(sample: Sample) {
  const [source, archive] = exportOf(sample);
  const tree = await parseImport(source, archive, { name: 'page.docx' });
  const markdown = [...walkPages(tree.pages)].map((page) => page.markdown).join('\n');
  // What the document has before the sample.
  const body =
    sample.tool === 'Word' ? (markdown.split('| port | 80    |\n')[1] ?? '') : markdown.replace('# Page\n', '');
  return { body: body.trim(), report: reportPages(tree).map(({ reason }) => reason) };
}

describe('a construct of an editor', () => {
  it.each(samples.map((one) => [one.tool, one.name, one] as const))(
    'becomes what the manual says, and the report names what is lost: %s, %s',
    async (...row) => {
      const [, , sample] = row;
      expect(await convert(sample)).toEqual({
        body: sample.becomes,
        report: sample.report === undefined ? [] : [sample.report],
      });
    },
  );
});

const start = '| Tool | Construct | What it becomes |';

it('the manual lists each construct of an editor and what becomes of it', () => {
  const file = new URL('../../docs/manual/start/import-constructs.md', import.meta.url);
  const page = readFileSync(file, 'utf8');
  const code = (line: string) =>
    (line.includes('`') ? `\`\`\`\` ${line} \`\`\`\`` : `\`${line}\``).replaceAll('|', '\\|');
  const rows = samples.map(({ tool, name, becomes, report }) => {
    const lines = becomes.split('\n').flatMap((line) => (line.trim() === '' ? [] : [code(line)]));
    const named = report === undefined ? '' : `; the report says: ${report.replaceAll('<', '\\<')}`;
    return `| ${tool} | ${name} | ${lines.join('<br>')}${named} |`;
  });
  const from = page.indexOf(start);
  const end = page.indexOf('\n\n', from);
  const written = `${page.slice(0, from)}${[start, '|---|---|---|', ...rows].join('\n')}${page.slice(end)}`;
  if (process.env['TEST_WRITE_CONSTRUCTS']) writeFileSync(file, written);
  else expect(page).toBe(written);
});
