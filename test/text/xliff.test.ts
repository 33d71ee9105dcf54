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
