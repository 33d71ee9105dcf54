import { paragraph, run, type Sample } from './imports-word-samples.ts';

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
];
