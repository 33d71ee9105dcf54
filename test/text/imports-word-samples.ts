/** What a document of an editor has, and what it becomes. */
export interface Sample {
  readonly tool: 'Confluence' | 'Confluence, XML' | 'Google Docs' | 'HTML' | 'Notion' | 'Word';
  readonly name: string;
  /** What stands in the page of the export. */
  readonly written: string;
  readonly becomes: string;
  /** What the report says; nothing when omitted. */
  readonly report?: string;
  readonly parts?: Readonly<Record<string, string>>;
}

const run = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (content: string) => `<w:p>${content}</w:p>`;
const item = (text: string, list: number) =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr></w:pPr>${run(text)}</w:p>`;
const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

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
];
