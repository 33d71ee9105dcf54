/** What a document of an editor has, and what it becomes. */
export interface Sample {
  readonly tool: 'Confluence' | 'Confluence, XML' | 'Google Docs' | 'HTML' | 'Notion' | 'Word';
  readonly name: string;
  /** What stands in the page of the export. */
  readonly written: string;
  readonly becomes: string;
  /** What the report says, each reason on a line; nothing when omitted. */
  readonly report?: string;
  readonly parts?: Readonly<Record<string, string>>;
}

export const run = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
export const paragraph = (content: string) => `<w:p>${content}</w:p>`;
const item = (text: string, list: number) =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr></w:pPr>${run(text)}</w:p>`;
const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

export const wordStyles = (more: string) =>
  `<w:styles ${word}>${['Code', 'heading 1', 'heading 2', 'ListParagraph', 'Title']
    .map(
      (name) =>
        `<w:style w:type="paragraph" w:styleId="${name.replace(/heading /, 'Heading')}"><w:name w:val="${name}"/></w:style>`,
    )
    .join('')}${more}</w:styles>`;
const drawingOf = (inside: string) =>
  `<w:r><w:drawing><wp:inline><a:graphic><a:graphicData>${inside}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
const related = (type: string, target: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation('rId1', 'image', 'media/image1.png')}${relation('rId2', 'hyperlink', 'https://example.org/').replace('/>', ' TargetMode="External"/>')}${relation('rId3', 'styles', 'styles.xml')}${relation('rId4', 'numbering', 'numbering.xml')}${relation('rId20', type, target)}</Relationships>`;

export const wordSamples: readonly Sample[] = [
  {
    tool: 'Word',
    name: 'Reference to a bookmark',
    written: paragraph(
      `${run('See ')}<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> REF settings \\h </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('Settings')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`,
    ),
    becomes: 'See [Settings](#settings)',
  },
  {
    tool: 'Word',
    name: 'Number of a caption',
    written: paragraph(
      `${run('Figure ')}<w:fldSimple w:instr=" SEQ Figure ">${run('1')}</w:fldSimple>${run(': A view')}`,
    ),
    becomes: 'Figure 1: A view',
  },
  {
    tool: 'Word',
    name: 'Bookmark',
    written: paragraph(
      `<w:bookmarkStart w:id="7" w:name="here"/>${run('Here')}<w:bookmarkEnd w:id="7"/><w:hyperlink w:anchor="here">${run(', to here')}</w:hyperlink><w:bookmarkStart w:id="8" w:name="_GoBack"/><w:bookmarkEnd w:id="8"/>`,
    ),
    becomes: '<a id="here"></a>Here[, to here](#here)',
  },
  {
    tool: 'Word',
    name: 'List that goes on, and one that begins anew',
    written: [
      item('Three', 5),
      item('Four', 5),
      paragraph(run('Between')),
      item('Five', 5),
      paragraph(run('Then')),
      item('One', 6),
    ].join(''),
    becomes: '3. Three\n4. Four\n\nBetween\n\n5. Five\n\nThen\n\n1. One',
    parts: {
      'numbering.xml': `<w:numbering ${word}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="5"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="6"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num></w:numbering>`,
    },
  },
  {
    tool: 'Word',
    name: 'Footnote',
    written: paragraph(`${run('Text')}<w:r><w:footnoteReference w:id="2"/></w:r>`),
    becomes:
      'Text<sup><a id="footnote-ref-2"></a>[\\[1\\]](#footnote-2)</sup>\n\n1. <a id="footnote-2"></a>The note [↑](#footnote-ref-2)',
    parts: {
      'footnotes.xml': `<w:footnotes ${word}><w:footnote w:id="2">${paragraph(run('The note'))}</w:footnote></w:footnotes>`,
    },
  },
  {
    tool: 'Word',
    name: 'Tracked change',
    written: paragraph(
      `${run('One ')}<w:ins w:id="1" w:author="A">${run('more')}</w:ins><w:del w:id="2" w:author="A"><w:r><w:delText>less</w:delText></w:r></w:del>`,
    ),
    becomes: 'One more',
    report: '2 tracked changes are imported as accepted',
  },
  {
    tool: 'Word',
    name: 'Comment',
    written: paragraph(`${run('Text')}<w:r><w:commentReference w:id="1"/></w:r>`),
    becomes: 'Text',
    report: '1 comment is left out',
    parts: {
      'comments.xml': `<w:comments ${word}><w:comment w:id="1">${paragraph(run('Secret'))}</w:comment></w:comments>`,
    },
  },
  {
    tool: 'Word',
    name: 'Hidden text',
    written: paragraph(
      `${run('Text')}${run(' secret', '<w:b/><w:vanish/>')}${run(' seen', '<w:vanish w:val="false"/>')}`,
    ),
    becomes: 'Text seen',
    report: '1 hidden text is left out',
  },
  {
    tool: 'Word',
    name: 'Small letters',
    written: paragraph(`${run('H')}${run('2', '<w:vertAlign w:val="subscript"/>')}${run('O')}`),
    becomes: 'H<sub>2</sub>O',
  },
  {
    tool: 'Word',
    name: 'Text that its style hides, and a hidden row',
    written: [
      paragraph(`${run('Text')}${run('Secret', '<w:rStyle w:val="Secret"/>')}`),
      `<w:p><w:pPr><w:pStyle w:val="SecretText"/></w:pPr>${run('Secret')}</w:p>`,
      `<w:tbl><w:tr><w:tc>${paragraph(run('Seen'))}</w:tc></w:tr><w:tr><w:trPr><w:hidden/></w:trPr><w:tc>${paragraph(run('Secret'))}</w:tc></w:tr></w:tbl>`,
    ].join(''),
    becomes: 'Text\n\n| Seen |\n| ---- |',
    report: '1 hidden row is left out\n2 hidden texts are left out',
    parts: {
      'styles.xml': wordStyles(
        '<w:style w:type="character" w:styleId="Secret"><w:name w:val="Secret"/><w:rPr><w:vanish/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="SecretText"><w:name w:val="Secret text"/><w:basedOn w:val="Secret"/></w:style>',
      ),
    },
  },
  {
    tool: 'Word',
    name: 'Heading by a style of its own',
    written: `<w:p><w:pPr><w:pStyle w:val="Mine"/></w:pPr>${run('Part')}</w:p>`,
    becomes: '### Part',
    parts: {
      'styles.xml': wordStyles(
        '<w:style w:type="paragraph" w:styleId="Mine"><w:name w:val="Mine"/><w:pPr><w:outlineLvl w:val="2"/></w:pPr></w:style>',
      ),
    },
  },
  {
    tool: 'Word',
    name: 'Table of contents',
    written: `<w:p><w:pPr><w:pStyle w:val="TOC1"/></w:pPr>${run('Part 3')}</w:p>${paragraph(run('Text'))}`,
    becomes: 'Text',
    parts: {
      'styles.xml': wordStyles('<w:style w:type="paragraph" w:styleId="TOC1"><w:name w:val="toc 1"/></w:style>'),
    },
  },
  {
    tool: 'Word',
    name: 'Text box',
    written: paragraph(
      `${run('Text')}<w:r><w:drawing><wp:anchor><a:graphic><a:graphicData><w:txbxContent>${paragraph(run('In a box'))}</w:txbxContent></a:graphicData></a:graphic></wp:anchor></w:drawing></w:r>`,
    ),
    becomes: 'Text\n\nIn a box',
  },
  {
    tool: 'Word',
    name: 'Chart',
    written: paragraph(
      drawingOf('<c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="rId20"/>'),
    ),
    becomes: 'Sales\n\n|     | Total |\n| --- | ----- |\n| May | 4.3   |',
    report: '1 chart is written as a table of its values',
    parts: {
      '_rels/document.xml.rels': related('chart', 'chart1.xml'),
      'chart1.xml':
        '<c:chartSpace xmlns:c="c" xmlns:a="a"><c:title><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:title><c:ser><c:tx><c:pt idx="0"><c:v>Total</c:v></c:pt></c:tx><c:cat><c:pt idx="0"><c:v>May</c:v></c:pt></c:cat><c:val><c:pt idx="0"><c:v>4.3</c:v></c:pt></c:val></c:ser></c:chartSpace>',
    },
  },
  {
    tool: 'Word',
    name: 'Diagram (SmartArt)',
    written: paragraph(drawingOf('<dgm:relIds xmlns:dgm="dgm" r:dm="rId20"/>')),
    becomes: 'First\n\nThen',
    report: '1 diagram is written as words',
    parts: {
      '_rels/document.xml.rels': related('diagramData', 'data1.xml'),
      'data1.xml':
        '<dgm:dataModel xmlns:dgm="dgm" xmlns:a="a"><dgm:t><a:p><a:r><a:t>First</a:t></a:r></a:p></dgm:t><dgm:t><a:p><a:r><a:t>Then</a:t></a:r></a:p></dgm:t></dgm:dataModel>',
    },
  },
  {
    tool: 'Word',
    name: 'Embedded file',
    written: paragraph(
      `${run('Text')}<w:r><w:object><o:OLEObject xmlns:o="urn:schemas-microsoft-com:office:office" Type="Embed"/></w:object></w:r>`,
    ),
    becomes: 'Text',
    report: '1 embedded file is left out: sheet.xlsx',
    parts: { 'embeddings/sheet.xlsx': 'x' },
  },
  {
    tool: 'Word',
    name: 'Header and footer',
    written: paragraph(run('Text')),
    becomes: 'Text',
    report: '1 header or footer is left out',
    parts: { 'header1.xml': `<w:hdr ${word}>${paragraph(run('Internal'))}</w:hdr>` },
  },
  {
    tool: 'Word',
    name: 'Large first letter',
    written: `<w:p><w:pPr><w:framePr w:dropCap="drop" w:lines="3"/></w:pPr>${run('O')}</w:p>${paragraph(run('nce upon'))}`,
    becomes: 'Once upon',
  },
  {
    tool: 'Word',
    name: 'Color, marker and underline',
    written: paragraph(
      `${run('Red', '<w:color w:val="FF0000"/>')} ${run(' marked', '<w:highlight w:val="yellow"/>')}${run(' under', '<w:u w:val="single"/>')}`,
    ),
    becomes: '<mark style="color:red;">Red</mark><mark style="background-color:yellow;"> marked</mark><u> under</u>',
  },
  {
    tool: 'Word',
    name: 'Box to tick',
    written: paragraph(
      `<w:sdt><w:sdtPr><w14:checkbox xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"><w14:checked w14:val="1"/></w14:checkbox></w:sdtPr><w:sdtContent>${run('☒')}</w:sdtContent></w:sdt>${run('Done')}`,
    ),
    becomes: '☑ Done',
  },
  {
    tool: 'Word',
    name: 'What a form asks for, and what is written in it',
    written: paragraph(
      `<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>${run('Click here')}</w:sdtContent></w:sdt><w:sdt><w:sdtPr/><w:sdtContent>${run('Written')}</w:sdtContent></w:sdt>`,
    ),
    becomes: 'Written',
    report: '1 empty field of a form is left out',
  },
  {
    tool: 'Word',
    name: 'Link by a field, with a tip',
    written: paragraph(
      `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK "https://example.org/a" \\o "A tip" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('There')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`,
    ),
    becomes: '[There](https://example.org/a)',
  },
  {
    tool: 'Word',
    name: 'Reading above characters, direction of a text',
    written: paragraph(
      `<w:r><w:ruby><w:rubyPr/><w:rt><w:r><w:t>kan</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>漢</w:t></w:r></w:rubyBase></w:ruby></w:r><w:bdo w:val="rtl">${run(' אב')}</w:bdo>`,
    ),
    becomes: '漢(kan) אב',
  },
  {
    tool: 'Word',
    name: 'Link and reference in their short form',
    written: paragraph(
      `<w:fldSimple w:instr=" HYPERLINK &quot;https://example.org/&quot; ">${run('There')}</w:fldSimple><w:fldSimple w:instr=" REF settings \\h ">${run(' and here')}</w:fldSimple>`,
    ),
    becomes: '[There](https://example.org/)[ and here](#settings)',
  },
  {
    tool: 'Word',
    name: 'Hidden text box, and a cell that somebody has deleted',
    written: [
      paragraph(
        `${run('Text')}<w:r><w:rPr><w:vanish/></w:rPr><w:pict><w:txbxContent>${paragraph(run('Secret'))}</w:txbxContent></w:pict></w:r>`,
      ),
      `<w:tbl><w:tr><w:tc>${paragraph(run('Kept'))}</w:tc><w:tc><w:tcPr><w:cellDel w:id="1" w:author="A"/></w:tcPr>${paragraph(run('Secret'))}</w:tc></w:tr></w:tbl>`,
    ].join(''),
    becomes: 'Text\n\n| Kept |   |\n| ---- | - |',
    report: '1 hidden text is left out',
  },
  {
    tool: 'Word',
    name: 'Width of a picture',
    written: paragraph(
      '<w:r><w:drawing><wp:inline><wp:extent cx="1905000" cy="952500"/><wp:docPr id="1" name="P" descr="A view"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="rId1"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>',
    ),
    becomes: '<img src="page.html.images/2.png" alt="A view" width="200" />',
  },
  {
    tool: 'Word',
    name: 'Letters of a list, and numbers that Word adds to headings',
    written: [
      item('One', 5),
      `<w:p><w:pPr><w:pStyle w:val="Heading2"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="5"/></w:numPr></w:pPr>${run('Part')}</w:p>`,
    ].join(''),
    becomes: '1. One\n\n## Part',
    report: '1 list with letters or Roman numerals has digits\n1 heading is without the number that Word adds',
    parts: {
      'numbering.xml': `<w:numbering ${word}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="lowerLetter"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="5"><w:abstractNumId w:val="1"/></w:num></w:numbering>`,
    },
  },
];
