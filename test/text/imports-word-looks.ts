import { paragraph, run, wordStyles, type Sample } from './imports-word-samples.ts';

/** How a document of Word looks, and what it becomes. */
export const wordLooks: readonly Sample[] = [
  {
    tool: 'Word',
    name: 'Text in the middle or at the right side, and an indent',
    written: [
      `<w:p><w:pPr><w:jc w:val="center"/></w:pPr>${run('One')}</w:p>`,
      `<w:p><w:pPr><w:jc w:val="center"/></w:pPr>${run('Two')}</w:p>`,
      `<w:p><w:pPr><w:jc w:val="right"/></w:pPr>${run('Three')}</w:p>`,
      `<w:p><w:pPr><w:ind w:left="720"/></w:pPr>${run('Four')}</w:p>`,
      `<w:tbl><w:tr><w:tc>${paragraph(run('Port'))}</w:tc></w:tr><w:tr><w:tc><w:p><w:pPr><w:jc w:val="right"/></w:pPr>${run('80')}</w:p></w:tc></w:tr></w:tbl>`,
    ].join(''),
    becomes:
      '<div align="center">\n\nOne\n\nTwo\n\n</div>\n\n<div align="right">\n\nThree\n\n</div>\n\nFour\n\n| Port |\n| ---: |\n|   80 |',
    report: '1 paragraph is without an indent',
  },
  {
    tool: 'Word',
    name: 'Capitals and small capitals',
    written: paragraph(
      `${run('Tom &amp; co', '<w:b/><w:caps/>')}${run(' seen', '<w:caps w:val="0"/>')}${run(' small', '<w:smallCaps/>')}`,
    ),
    becomes: '**TOM & CO** seen small',
    report: '1 text in small capitals is in usual letters',
  },
  {
    tool: 'Word',
    name: 'Chosen entry of a list of a form',
    written: paragraph(
      `${run('Is ')}<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="off"/><w:listEntry w:val="on"/></w:ddList></w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMDROPDOWN </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`,
    ),
    becomes: 'Is on',
  },
  {
    tool: 'Word',
    name: 'Items, code and quotes by styles of their own',
    written: [
      `<w:p><w:pPr><w:pStyle w:val="Points"/></w:pPr>${run('One')}</w:p>`,
      `<w:p><w:pPr><w:pStyle w:val="Points"/></w:pPr>${run('Two')}</w:p>`,
      `<w:p><w:pPr><w:pStyle w:val="OwnCode"/></w:pPr>${run('let a;')}</w:p>`,
      `<w:p><w:pPr><w:pStyle w:val="OwnQuote"/></w:pPr>${run('Said')}</w:p>`,
    ].join(''),
    becomes: '- One\n- Two\n\n```\nlet a;\n```\n\n> Said',
    parts: {
      'styles.xml': wordStyles(
        '<w:style w:type="paragraph" w:styleId="Points"><w:name w:val="Points"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style><w:style w:type="paragraph" w:styleId="OwnCode"><w:name w:val="Own code"/><w:basedOn w:val="Code"/></w:style><w:style w:type="paragraph" w:styleId="BlockText"><w:name w:val="Block Text"/></w:style><w:style w:type="paragraph" w:styleId="OwnQuote"><w:name w:val="Own quote"/><w:basedOn w:val="BlockText"/></w:style>',
      ),
    },
  },
  {
    tool: 'Word',
    name: 'Letters in a font of signs',
    written: paragraph(
      `${run('ab', '<w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/>')}${run(' and ')}${run('\uF0FC', '<w:rFonts w:ascii="Wingdings" w:hAnsi="Wingdings"/>')}`,
    ),
    becomes: 'αβ and ✓',
  },
  {
    tool: 'Word',
    name: 'Row that begins after the first column',
    written: `<w:tbl><w:tr>${['A', 'B'].map((text) => `<w:tc>${paragraph(run(text))}</w:tc>`).join('')}</w:tr><w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr><w:tc>${paragraph(run('b'))}</w:tc></w:tr></w:tbl>`,
    becomes: '| A | B |\n| - | - |\n|   | b |',
  },
  {
    tool: 'Word',
    name: 'Line between paragraphs',
    written: `${paragraph(run('One'))}<w:p><w:r><w:pict><v:rect o:hr="t"/></w:pict></w:r></w:p>${paragraph(run('Two'))}<w:p><w:pPr><w:pBdr><w:bottom w:val="single" w:sz="6"/></w:pBdr></w:pPr></w:p>${paragraph(run('Three'))}`,
    becomes: 'One\n\n---\n\nTwo\n\n---\n\nThree',
  },
  {
    tool: 'Word',
    name: 'Field in the condition of another one',
    written: paragraph(
      `${run('Is ')}<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> IF </w:instrText></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> MERGEFIELD a </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('asked')}<w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:instrText> = "a" "shown" "not" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('shown')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`,
    ),
    becomes: 'Is shown',
  },
];
