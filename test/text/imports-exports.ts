import { onePixel } from '../source-server.ts';
import { makeZip } from './imports-archive.ts';

interface WordOptions {
  readonly headings?: readonly string[];
  /** XML of further paragraphs. */
  readonly more?: string;
  /** Path of the main part, and how the relationship names it. */
  readonly main?: string;
  readonly target?: string;
  readonly pictureName?: string;
  /** Further parts, or others instead of the usual ones, by their path beside the main part. */
  readonly parts?: Readonly<Record<string, string>>;
}

/** A Word document with parts, relations, styles, numbering and a picture. */
export function wordDocument({
  headings = ['First steps', 'Reference'],
  more = '',
  main = 'word/document.xml',
  target,
  pictureName = 'image1.png',
  parts = {},
}: WordOptions = {}): Buffer {
  const run = (text: string, properties = '') =>
    `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
  const paragraph = (content: string, properties = '') =>
    `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${content}</w:p>`;
  const style = (name: string) => `<w:pStyle w:val="${name}"/>`;
  const item = (text: string, level: number) =>
    paragraph(run(text), `${style('ListParagraph')}<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr>`);
  const cell = (text: string) => `<w:tc>${paragraph(run(text))}</w:tc>`;
  const picture =
    '<w:r><w:drawing><wp:inline><wp:docPr id="1" name="P" descr="A dot"/><a:graphic><a:graphicData><pic:pic><pic:blipFill>' +
    '<a:blip r:embed="rId1"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>';
  const heading = (text: string, mark = '') => paragraph(mark + run(text), style('Heading1'));
  const [first = '', second] = headings;
  const folder = main.slice(0, main.lastIndexOf('/'));
  const body = [
    paragraph(run('Handbook'), style('Title')),
    paragraph(
      run('For ') +
        run('everybody', '<w:b/>') +
        run(' who ') +
        run('reads', '<w:i/>') +
        run(', see ') +
        `<w:hyperlink w:anchor="settings">${run('below')}</w:hyperlink>` +
        run('.'),
    ),
    heading(first),
    item('One', 0),
    item('Nested', 1),
    item('Two', 0),
    paragraph(run('npm install'), style('Code')),
    paragraph(run('npm start'), style('Code')),
    paragraph(picture),
    paragraph(`<w:hyperlink r:id="rId2">${run('Elsewhere')}</w:hyperlink>`),
    ...(second === undefined ? [] : [heading(second)]),
    paragraph(
      `<w:bookmarkStart w:id="0" w:name="settings"/>${run('Settings')}<w:bookmarkEnd w:id="0"/>`,
      style('Heading2'),
    ),
    `<w:tbl><w:tr>${cell('Name')}${cell('Value')}</w:tr><w:tr>${cell('port')}${cell('80')}</w:tr></w:tbl>`,
    more,
  ].join('');
  const names = [
    'w=http://schemas.openxmlformats.org/wordprocessingml/2006/main',
    'r=http://schemas.openxmlformats.org/officeDocument/2006/relationships',
    'wp=http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing',
    'a=http://schemas.openxmlformats.org/drawingml/2006/main',
    'pic=http://schemas.openxmlformats.org/drawingml/2006/picture',
    'm=http://schemas.openxmlformats.org/officeDocument/2006/math',
  ]
    .map((pair) => `xmlns:${pair.replace('=', '="')}"`)
    .join(' ');
  const rel = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
  const relations = (list: string) =>
    `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list}</Relationships>`;
  const styleOf = (id: string, name: string) =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`;
  const usual = [
    {
      name: '[Content_Types].xml',
      body: `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="png" ContentType="image/png"/><Default Extension="emf" ContentType="image/x-emf"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${main}" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      body: relations(`<Relationship Id="rId1" Type="${rel}/officeDocument" Target="${target ?? main}"/>`),
    },
    {
      name: `${folder}/_rels/${main.slice(folder.length + 1)}.rels`,
      body: relations(
        `<Relationship Id="rId1" Type="${rel}/image" Target="media/${pictureName}"/><Relationship Id="rId2" Type="${rel}/hyperlink" Target="https://example.org/" TargetMode="External"/><Relationship Id="rId3" Type="${rel}/styles" Target="styles.xml"/><Relationship Id="rId4" Type="${rel}/numbering" Target="numbering.xml"/>`,
      ),
    },
    { name: main, body: `${xml}<w:document ${names}><w:body>${body}</w:body></w:document>` },
    {
      name: `${folder}/styles.xml`,
      body: `${xml}<w:styles ${names}>${styleOf('Title', 'Title')}${styleOf('Heading1', 'heading 1')}${styleOf('Heading2', 'heading 2')}${styleOf('Code', 'Code')}${styleOf('ListParagraph', 'List Paragraph')}</w:styles>`,
    },
    {
      name: `${folder}/numbering.xml`,
      body: `${xml}<w:numbering ${names}><w:abstractNum w:abstractNumId="0">${[0, 1].map((level) => `<w:lvl w:ilvl="${level}"><w:numFmt w:val="bullet"/></w:lvl>`).join('')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
    },
    { name: `${folder}/media/${pictureName}`, body: onePixel },
  ];
  const own = Object.entries(parts).map(([path, part]) => ({ name: `${folder}/${path}`, body: part }));
  const ownNames = new Set(own.map(({ name }) => name));
  return makeZip([...usual.filter(({ name }) => !ownNames.has(name)), ...own]);
}

/** The HTML export of a Confluence space. */
export function confluenceSpace(): Buffer {
  const page = (title: string, content: string, attachments = '') => `<!DOCTYPE html>
<html><head><title>TEAM : ${title}</title><link rel="stylesheet" href="styles/site.css" type="text/css" /><META http-equiv="Content-Type" content="text/html; charset=UTF-8"></head>
<body class="theme-default aui-theme-default"><div id="page"><div id="main" class="aui-page-panel"><div id="main-header">
<div id="breadcrumb-section"><ol id="breadcrumbs"><li class="first"><span><a href="index.html">Team</a></span></li></ol></div>
<h1 id="title-heading" class="pagetitle"><span id="title-text">TEAM : ${title}</span></h1></div>
<div id="content" class="view"><div class="page-metadata">Created by <span class='author'> A. Writer</span> on Jan 01, 2024</div>
<div id="main-content" class="wiki-content group">${content}</div>${attachments}</div></div>
<div id="footer" role="contentinfo"><section class="footer-body"><p>Document generated by Confluence on Jan 02, 2024</p></section></div></div></body></html>`;
  const install = `<div class='toc-macro rbtoc1'><ul class='toc-indentation'><li><a href='#Install-Before'>Before you begin</a></li></ul></div>
<h2 id="Install-Before">Before you begin</h2>
<div class="confluence-information-macro confluence-information-macro-note"><p class="title">Careful</p><span class="aui-icon aui-icon-small aui-iconfont-warning confluence-information-macro-icon"></span><div class="confluence-information-macro-body"><p>Back up <em>first</em>.</p></div></div>
<div class="code panel pdl" style="border-width: 1px;"><div class="codeContent panelContent pdl">
<pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: bash; gutter: false; theme: Confluence" data-theme="Confluence">npm install --save "x" &amp;&amp; echo &lt;done&gt;</pre>
</div></div>
<ul class="inline-task-list" data-inline-tasks-content-id="65602"><li class="checked" data-inline-task-id="1"><span>Read this</span></li><li data-inline-task-id="2">Do it <img class="emoticon emoticon-smile" data-emoji-fallback="🙂" src="images/icons/emoticons/smile.svg" alt="(smile)"/></li></ul>
<div id="expander-1" class="expand-container conf-macro output-block"><div id="expander-control-1" class="expand-control"><span class="expand-control-icon"><img class="expand-control-image" src="images/icons/grey_arrow_down.png"/></span><span class="expand-control-text">See more</span></div><div id="expander-content-1" class="expand-content"><p>Folded, says <a class="confluence-userlink user-mention" href="/display/~pat">Pat</a></p></div></div>
<div class="table-wrap"><table class="wrapped confluenceTable"><colgroup><col /><col /></colgroup><tbody><tr><th class="confluenceTh">Name</th><th class="confluenceTh">Value</th></tr><tr><td class="confluenceTd">port</td><td class="confluenceTd">80</td></tr></tbody></table></div>
<p>See <a href="Operate_65603.html#Operate&amp;more-Limits">Operate</a>, <a href="attachments/65602/65700.pdf" data-linked-resource-type="attachment" data-linked-resource-default-alias="report.pdf">the report</a> and <span class="confluence-embedded-file-wrapper"><img class="confluence-embedded-image" src="attachments/65602/65701.png?version=1&amp;modificationDate=1"></span>.</p>`;
  const attachments = `<div class="pageSection group"><div class="pageSectionHeader"><h2 id="attachments" class="pageSectionTitle">Attachments:</h2></div><div class="greybox" align="left"><img src="images/icons/bullet.png" height="8" width="8" alt=""/> <a href="attachments/65602/65700.pdf">report.pdf</a> (application/pdf)<br/><a href="attachments/65602/65701.png">diagram.png</a> (image/png)<br/></div></div>`;
  const index = `<!DOCTYPE html><html><head><title>TEAM (Team)</title></head><body><div id="main"><h1 id="title-heading">Space Details:</h1>
<table class="confluenceTable"><tr><th>Key</th><td>TEAM</td></tr></table>
<div class="pageSection"><h2>Available Pages:</h2><ul><li><a href="Home_65601.html">Team Home</a><img src="images/icons/contenttypes/home_page_16.png" />
<ul><li><a href="Install_65602.html">Install</a><ul><li><a href="From-source_65604.html">From source</a></li></ul></li><li><a href="Operate_65603.html">Operate &amp; more</a></li></ul></li></ul></div></div></body></html>`;
  return makeZip([
    { name: 'TEAM/index.html', body: index },
    { name: 'TEAM/From-source_65604.html', body: page('From source', '<p>Build it.</p>') },
    { name: 'TEAM/Home_65601.html', body: page('Team Home', '<p>Hello.</p>') },
    { name: 'TEAM/Install_65602.html', body: page('Install', install, attachments) },
    {
      name: 'TEAM/Operate_65603.html',
      body: page('Operate &amp; more', '<h2 id="Operate&amp;more-Limits">Limits</h2><p>None.</p>'),
    },
    { name: 'TEAM/Stray_65605.html', body: page('Stray', '<p>Nobody lists me.</p>') },
    { name: 'TEAM/attachments/65602/65700.pdf', body: '%PDF-1.4' },
    { name: 'TEAM/attachments/65602/65701.png', body: onePixel },
    { name: 'TEAM/images/icons/bullet.png', body: onePixel },
    { name: 'TEAM/styles/site.css', body: 'body { margin: 0 }' },
  ]);
}

const id = (digit: number) => `${digit}123456789abcdef0123456789abcdef`;

/** A Notion export in Markdown and CSV. */
export function notionMarkdown(): Buffer {
  const folder = `Handbook ${id(0)}`;
  const csv = '\uFEFFName,Done,Note\nBuy milk,Yes,two | three\n"Sell, eggs",No,"a ""b"" c"\nRest,,\n';
  return makeZip([
    {
      name: `${folder}.md`,
      body: `# Handbook\n\n[Second chapter](Handbook%20${id(0)}/Second%20chapter%20${id(2)}.md)\n\n[First chapter](Handbook%20${id(0)}/First%20chapter%20${id(1)}.md)\n\n[Tasks](Handbook%20${id(0)}/Tasks%20${id(3)}.csv)\n\n![dot.png](Handbook%20${id(0)}/dot.png)\n`,
    },
    { name: `${folder}/First chapter ${id(1)}.md`, body: '# First chapter\n' },
    { name: `${folder}/Second chapter ${id(2)}.md`, body: '# Second chapter\n' },
    { name: `${folder}/Tasks ${id(3)}.csv`, body: '\uFEFFName,Done\nBuy milk,Yes\n' },
    { name: `${folder}/Tasks ${id(3)}_all.csv`, body: csv },
    { name: `${folder}/Tasks ${id(3)}/Buy milk ${id(4)}.md`, body: '# Buy milk\n\nDone: Yes\n' },
    { name: `${folder}/Tasks ${id(3)}/Sell eggs ${id(5)}.md`, body: '# Sell, eggs\n' },
    { name: `${folder}/dot.png`, body: onePixel },
  ]);
}

/** A Notion export in HTML. */
export function notionHtml(): Buffer {
  const page = (title: string, body: string) =>
    `<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"/><title>${title}</title><style>.code{}</style></head><body><article id="x" class="page sans"><header><div class="page-header-icon undefined"><span class="icon">📘</span></div><h1 class="page-title">${title}</h1><p class="page-description"></p></header><div class="page-body">${body}</div></article><span class="sans" style="font-size:14px;padding-top:2em"></span></body></html>`;
  const body = `<figure class="block-color-gray_background callout" style="white-space:pre-wrap;display:flex" id="c"><div style="font-size:1.5em"><span class="icon">💡</span></div><div style="width:100%"><p>Mind the gap.</p></div></figure>
<pre id="d" class="code"><code class="language-JavaScript">let a = 1;</code></pre>
<ul id="e" class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">Done</span></li></ul>
<figure id="f" class="link-to-page"><a href="Handbook%20${id(0)}/Chapter%20${id(1)}.html">Chapter</a></figure>`;
  return makeZip([
    { name: 'index.html', body: '<html><body><ul><li>Handbook</li></ul></body></html>' },
    { name: `Handbook ${id(0)}.html`, body: page('Handbook', body) },
    { name: `Handbook ${id(0)}/Chapter ${id(1)}.html`, body: page('Chapter', '<p>Text.</p>') },
  ]);
}

/** The GitHub archive of a wiki. */
export function wikiArchive(): Buffer {
  const home = [
    '# Welcome\n',
    'See [[Install it]], [[answers|FAQ-and-more#why]], [there](Install-it), `[[not]]`,',
    '[[No such page]], [[images/dot.png|alt=Two dots]] and [own](https://github.com/o/harbour/wiki/FAQ-and-more#why).\n',
    '    [[code]]\n',
  ].join('\n');
  const folder = 'harbour.wiki-master';
  return makeZip([
    { name: `${folder}/Home.md`, body: home },
    {
      name: `${folder}/_Sidebar.md`,
      body: '## Guide\n\n* [[Install it]]\n* [[Answers|FAQ and more]]\n',
    },
    { name: `${folder}/_Footer.md`, body: 'Made by hand.' },
    { name: `${folder}/guide/Install-it.md`, body: 'Run it.\n' },
    { name: `${folder}/FAQ-and-more.md`, body: '## Why\n' },
    { name: `${folder}/Orphan.md`, body: 'Alone.\n' },
    { name: `${folder}/Old.asciidoc`, body: '= Old' },
    { name: `${folder}/images/dot.png`, body: onePixel },
  ]);
}

/** A Google Docs document, as published and as downloaded. */
export const googleDocument = (
  image: string,
) => `<html><head><meta content="text/html; charset=UTF-8" http-equiv="content-type"><title>Handbook</title>
<style type="text/css">@import url(https://themes.googleusercontent.com/fonts/css?kit=x);ol{margin:0;padding:0}.c0{font-weight:700}.c1{font-style:italic}.c2{text-decoration:line-through}.c3{font-family:"Courier New";color:#188038}.c4{color:#1155cc;text-decoration:underline}</style></head>
<body class="c9 doc-content"><p class="c5 title" id="h.t"><span class="c6">Handbook</span></p><p class="c5 subtitle" id="h.s"><span>For all</span></p>
<h1 class="c7" id="h.a1"><span class="c0">First</span></h1>
<p class="c5"><span>A </span><span class="c0">bold</span><span>, </span><span class="c1">italic</span><span>&nbsp;and </span><span class="c2">old</span><span> </span><span class="c3">word</span><span>, a </span><span class="c4"><a class="c8" href="https://www.google.com/url?q=https://example.org/a?b%3Dc&amp;sa=D&amp;source=editors&amp;ust=1">link</a></span><span>.</span><sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup></p>
<ul class="c10 lst-kix_abc1-0 start"><li class="c11 li-bullet-0"><span>One</span></li></ul><ul class="c10 lst-kix_abc1-1 start"><li class="c12 li-bullet-0"><span>Nested</span></li></ul><ul class="c10 lst-kix_abc1-0"><li class="c11 li-bullet-0"><span>Two</span></li></ul>
<p class="c5 c13"><span></span></p>
<p class="c5"><span class="c3">let a = 1;</span></p><p class="c5"><span class="c3">&nbsp; return a;</span></p>
<p class="c5"><span style="overflow: hidden; display: inline-block;"><img alt="" src="${image}" style="width: 2px"></span></p>
<h1 class="c7" id="h.b2"><span>Second</span></h1><p class="c5"><span>Back to </span><span class="c4"><a class="c8" href="#h.a1">first</a></span><span>.</span></p>
<table class="c14"><tr class="c15"><td class="c16" colspan="1" rowspan="1"><p class="c17"><span>A</span></p></td><td class="c16"><p class="c17"><span>B</span></p></td></tr><tr><td><p><span>1</span></p></td><td><p><span>2</span></p></td></tr></table>
<div class="c18"><p class="c19"><a href="#cmnt_ref1" id="cmnt1">[a]</a><span>Is this right?</span></p></div></body></html>`;

/** The archive that Google Docs offers as a web page. */
export const googleArchive = (): Buffer =>
  makeZip([
    { name: 'Handbook.html', body: googleDocument('images/image1.png') },
    { name: 'images/image1.png', body: onePixel },
  ]);
