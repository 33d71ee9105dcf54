import { describe, expect, it } from 'vitest';
import { readXliff } from '../../src/text/xliff/read-xliff.ts';

const withSegment = (segment: string, before = '') =>
  `<?xml version="1.0"?>${before}<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de"><file id="pg_a.rev_b"><unit id="u">${segment}</unit></file></xliff>`;
const findUnit = (segment: string) => readXliff(withSegment(segment)).files[0]?.units['u'];

describe('a segment', () => {
  it.each([
    [
      'a copy in the state initial',
      '<segment state="initial"><source>One</source><target>One</target></segment>',
      null,
    ],
    ['a copy that was confirmed', '<segment state="final"><source>One</source><target>One</target></segment>', ['One']],
    ['a copy without a state', '<segment><source>One</source><target>One</target></segment>', ['One']],
    [
      'another text in the state initial',
      '<segment state="initial"><source>One</source><target>Eins</target></segment>',
      ['Eins'],
    ],
  ])('with %s has the target that it says', (_what, segment, target) => {
    expect(findUnit(segment)?.target).toEqual(target);
  });

  it('has a blank for a line break between codes, and none for indentation around it', () => {
    const target = findUnit(
      '<segment><source>a</source><target>\n  <ph id="c1"/>\n  <ph id="c2"/> and\n  <pc id="c3">\n b\n</pc>\n</target></segment>',
    )?.target;
    expect(target).toEqual([{ code: 'c1' }, ' ', { code: 'c2' }, ' and', { code: 'c3', parts: ['b'] }]);
  });
});

describe('a unit in segments', () => {
  const segments = (first: string, second: string) =>
    `<segment>${first}</segment><ignorable><source> </source></ignorable><segment>${second}</segment>`;

  it('has the codes that begin in one segment and end in another', () => {
    const unit = findUnit(
      segments(
        '<source><sc id="c1" type="fmt"/>Stop it first.</source><target><sc id="c1" type="fmt"/>Erst anhalten.</target>',
        '<source>Then copy.<ec startRef="c1"/></source><target>Dann kopieren.<ec startRef="c1"/></target>',
      ),
    );
    expect(unit).toEqual({
      source: [{ code: 'c1', kind: 'fmt', parts: ['Stop it first. Then copy.'] }],
      target: [{ code: 'c1', kind: 'fmt', parts: ['Erst anhalten. Dann kopieren.'] }],
    });
  });

  it('has no target while a segment with part of a pair has none', () => {
    const [first, second] = ['<source><sc id="c1"/>One.</source>', '<source>Two.<ec startRef="c1"/></source>'];
    expect(findUnit(segments(`${first}<target><sc id="c1"/>Eins.</target>`, second))?.target).toBeNull();
  });

  it.each([
    ['is not closed', '<source><sc id="c1"/>One</source>', '<source>Two</source>'],
    ['is closed where it is not open', '<source><sc id="c1"/>One</source>', '<source>Two<ec startRef="c2"/></source>'],
    ['nested too deeply', `<source>${'<sc id="c1"/>'.repeat(60)}</source>`, '<source/>'],
  ])('makes its page unreadable when a code %s', (problem, first, second) => {
    expect(readXliff(withSegment(segments(first, second))).unread).toEqual([
      { pageId: expect.any(String), problem: expect.stringContaining(problem) },
    ]);
  });
});

describe('a document type', () => {
  it.each([
    ['a CDATA section', '<segment><source><![CDATA[<!DOCTYPE html>]]></source></segment>'],
    ['a comment', '<!-- <!DOCTYPE html> --><segment><source>One</source></segment>'],
  ])('is text in %s', (_where, segment) => {
    expect(findUnit(segment)?.source).toHaveLength(1);
  });

  it.each([
    '<!DOCTYPE xliff>',
    '<!DOCTYPE xliff [<!ENTITY a "b">]>',
    '<!-- a --><!DOCTYPE xliff><!-- b -->',
    '<?a <!-- ?><!DOCTYPE xliff><?b --> ?>',
    '<!-- <![CDATA[ --><!DOCTYPE xliff><!-- ]]> -->',
    '<!-- <? --><!DOCTYPE xliff><!-- ?> -->',
    '<?><!DOCTYPE xliff>?>',
  ])('%j before the document is refused', (before) => {
    expect(() => readXliff(withSegment('<segment><source>a</source></segment>', before))).toThrow('cannot be read');
  });
});
