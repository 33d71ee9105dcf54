import { describe, expect, it } from 'vitest';
import { type ImportedPage, type ImportTree, walkPages } from '../../src/text/imports/import-tree.ts';
import type { ImportOrigin } from '../../src/text/imports/formats/body.ts';
import { parseImport } from '../../src/text/imports/parse.ts';
import { wordDocument } from './imports-exports.ts';

const parse = (source: 'docx', body: Buffer, origin: ImportOrigin) => parseImport(source, body, origin);

const pageOf = (tree: ImportTree, title: string): ImportedPage =>
  [...walkPages(tree.pages)].find((page) => page.title === title)!;

describe('Word documents of all kinds', () => {
  it.each([
    ['word/document2.xml', undefined],
    ['word/document2.xml', '/word/document2.xml'],
    ['parts/main.xml', undefined],
  ])(
    'a Word document whose main part is %s, named as %s, is read with its pictures and styles',
    async (main, target) => {
      const usual = await parse('docx', wordDocument(), { name: 'handbook.docx' });
      const tree = await parse('docx', wordDocument({ main, ...(target !== undefined && { target }) }), {
        name: 'handbook.docx',
      });
      expect(tree).toEqual(usual);
    },
  );

  it('pictures of Word documents that browsers cannot show are left out and named in the report', async () => {
    const tree = await parse('docx', wordDocument({ pictureName: 'image1.emf' }), { name: 'handbook.docx' });
    expect(tree.warnings).toEqual([
      { key: 'handbook.html', reason: 'The picture "word/media/image1.emf" is left out: browsers cannot show it' },
    ]);
    expect(tree.files).toEqual([]);
    expect(pageOf(tree, 'First steps').markdown).not.toContain('![');
  });

  it('formulas of a Word document become TeX: in a line, and on lines of their own where Word sets them apart', async () => {
    const run = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
    const fraction = `<m:oMath><m:f><m:num>${run('a')}</m:num><m:den>${run('b&lt;1')}</m:den></m:f></m:oMath>`;
    const more = [
      `<w:p><w:r><w:t xml:space="preserve">With </w:t></w:r>${fraction}<w:r><w:t xml:space="preserve"> in_a line</w:t></w:r></w:p>`,
      `<w:p><m:oMathPara><m:oMathParaPr><m:jc m:val="center"/></m:oMathParaPr>${fraction}</m:oMathPara></w:p>`,
      '<w:p><w:r><w:t>End</w:t></w:r></w:p>',
    ].join('');
    const tree = await parse('docx', wordDocument({ more }), { name: 'handbook.docx' });
    expect(pageOf(tree, 'Reference').markdown).toContain(
      'With $$\\frac{a}{b<1}$$ in_a line\n\n$$\n\\frac{a}{b<1}\n$$\n\nEnd\n',
    );
    expect(tree.warnings).toEqual([]);
  });

  it('a Word document with a formula that is never closed, or nested too deeply, is read without it', async () => {
    const deep = `<m:oMath>${'<m:e>'.repeat(300)}<m:r><m:t>x</m:t></m:r>${'</m:e>'.repeat(300)}</m:oMath>`;
    const tree = await parse('docx', wordDocument({ more: `<w:p>${deep}<w:r><w:t>End</w:t></w:r></w:p>` }), {
      name: 'a.docx',
    });
    expect(pageOf(tree, 'Reference').markdown).toMatch(/\$\$x\$\$End\n$/);
    await expect(
      parse('docx', wordDocument({ more: '<w:p><m:oMath></w:p>' }), { name: 'a.docx' }),
    ).rejects.toMatchObject({
      type: 'import_refused',
    });
  });
});
