import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { walkPages } from '../../src/text/imports/import-tree.ts';
import { parseImport, type ParsedSource } from '../../src/text/imports/parse.ts';
import { reportPages } from '../../src/text/imports/tree/page-report.ts';
import { makeZip } from './imports-archive.ts';
import { page as storedPage, xmlExport } from './imports-confluence-archive.ts';
import { confluenceSamples } from './imports-confluence-samples.ts';
import { wordDocument } from './imports-exports.ts';
import { pageSamples } from './imports-page-samples.ts';
import { wordLooks } from './imports-word-looks.ts';
import { wordSamples, type Sample } from './imports-word-samples.ts';

const samples: readonly Sample[] = [
  ...confluenceSamples,
  ...pageSamples,
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
    name: 'Checklist',
    written:
      '<style>.lst-kix_a1-0 > li:before{content:"\\002610   "}</style><ul class="lst-kix_a1-0 start"><li><span>One</span></li></ul>',
    becomes: '- [ ] One',
  },
  {
    tool: 'Google Docs',
    name: 'Text in the middle or at the right side',
    written:
      '<style>.c1{text-align:center}.c2{text-align:right}.c3{text-align:left}</style><p class="c1"><span>One</span></p><p class="c2"><span>Two</span></p><p class="c3"><span>Three</span></p>',
    becomes: '<div align="center">\n\nOne\n\n</div>\n\n<div align="right">\n\nTwo\n\n</div>\n\nThree',
  },
  {
    tool: 'Google Docs',
    name: 'Small letters',
    written: '<p><span>H</span><span style="vertical-align:sub">2</span><span>O</span></p>',
    becomes: 'H<sub>2</sub>O',
  },
  {
    tool: 'Google Docs',
    name: 'Header and footer',
    written: '<p><span>Text</span></p><div><p><span>Page 1</span></p></div>',
    becomes: 'Text',
    report: '1 header or footer is left out',
  },
  {
    tool: 'Google Docs',
    name: 'Formula, which is a picture there',
    written:
      '<p><span>Is </span><img src="https://www.google.com/chart?cht=tx&amp;chf=bg,s,FFFFFF00&amp;chl=a%5E2%2Bb_1"></p>',
    becomes: 'Is $$a^2+b_1$$',
  },
  {
    tool: 'Notion',
    name: 'Callout',
    written: '<figure class="callout"><div><span class="icon">⚠️</span></div><div><p>Text</p></div></figure>',
    becomes: '{% hint style="warning" %}\n\nText\n\n{% endhint %}',
  },
  {
    tool: 'Notion',
    name: 'Columns',
    written:
      '<div class="column-list"><div class="column" style="width:25%"><p>One</p></div><div class="column"><p>Two</p></div></div>',
    becomes:
      '{% columns %}\n\n{% column width="25%" %}\n\nOne\n\n{% endcolumn %}\n\n{% column %}\n\nTwo\n\n{% endcolumn %}\n\n{% endcolumns %}',
  },
  {
    tool: 'Notion',
    name: 'Synced block',
    written: '<div class="synced"><p>One</p></div>',
    becomes: 'One',
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
    name: 'Underline, and people',
    written:
      '<p><span style="border-bottom:0.05em solid">Under</span> <span class="user"><img src="https://example.org/a.png" class="icon user-icon">@Ann</span></p>',
    becomes: '<u>Under</u> @Ann',
  },
  {
    tool: 'Notion',
    name: 'Box to tick in a database',
    written:
      '<table class="collection-content"><thead><tr><th>Done</th></tr></thead><tbody><tr><td><div class="checkbox checkbox-on"></div></td></tr></tbody></table>',
    becomes: '| Done |\n| ---- |\n| ☑    |',
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
  {
    tool: 'Notion',
    name: 'Items, of which each stands in a list of its own',
    written:
      '<ol type="1" class="numbered-list" start="1"><li>One</li></ol><ol type="1" class="numbered-list" start="2"><li>Two</li></ol><ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span>Done</span></li></ul><ul class="to-do-list"><li><div class="checkbox checkbox-off"></div> <span>Open</span></li></ul>',
    becomes: '1. One\n2. Two\n\n- [x] Done\n- [ ] Open',
  },
  {
    tool: 'Notion',
    name: 'Emoji of a box, which its style does not say',
    written: '<figure class="callout"><div><span class="icon">📚</span></div><div><p>Text</p></div></figure>',
    becomes: '{% hint style="info" %}\n\n📚\n\nText\n\n{% endhint %}',
  },
  {
    tool: 'Notion',
    name: 'What another site shows, and a picture with its width and caption',
    written:
      '<figure><div class="source"><a href="https://example.org/v">https://example.org/v</a></div></figure><figure class="image"><a href="https://example.org/a.png"><img style="width:288px" src="https://example.org/a.png"></a><figcaption>Below</figcaption></figure>',
    becomes:
      '{% embed url="https://example.org/v" %}\n\n<img src="https://example.org/a.png" alt="" width="288" />\n\nBelow',
  },
  {
    tool: 'Notion',
    name: 'Formula as a block',
    written:
      '<figure class="equation"><div class="equation-container"><span class="katex-display"><span class="katex"><math><semantics><mrow></mrow><annotation encoding="application/x-tex">a_1</annotation></semantics></math></span></span></div></figure>',
    becomes: '$$\na_1\n$$',
  },
  {
    tool: 'Notion',
    name: 'Link with an icon, and a formula',
    written:
      '<p><a href="https://example.org/"><span class="icon">📄</span>There</a> is <span class="katex"><math><semantics><mrow></mrow><annotation encoding="application/x-tex">a_1</annotation></semantics></math></span>\u{feff}</p>',
    becomes: '[📄 There](https://example.org/) is $$a_1$$',
  },
  ...wordSamples,
  ...wordLooks,
];

const notionId = '0123456789abcdef0123456789abcdef';

function exportOf({ tool, written, parts }: Sample): readonly [ParsedSource, Buffer] {
  if (tool === 'Word') return ['docx', wordDocument({ headings: ['Only'], more: written, ...(parts && { parts }) })];
  if (tool === 'HTML') return ['html', Buffer.from(`<html><body><main><h1>Page</h1>${written}</main></body></html>`)];
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
  const tree = await parseImport(source, archive, { name: source === 'docx' ? 'page.docx' : 'page.html' });
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
        report: sample.report?.split('\n') ?? [],
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
    const named =
      report === undefined ? '' : `; the report says: ${report.replaceAll('<', '\\<').replaceAll('\n', '; ')}`;
    return `| ${tool} | ${name} | ${lines.join('<br>')}${named} |`;
  });
  const from = page.indexOf(start);
  const end = page.indexOf('\n\n', from);
  const written = `${page.slice(0, from)}${[start, '|---|---|---|', ...rows].join('\n')}${page.slice(end)}`;
  if (process.env['TEST_WRITE_CONSTRUCTS']) writeFileSync(file, written);
  else expect(page).toBe(written);
});
