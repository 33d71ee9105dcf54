import { describe, expect, it } from 'vitest';
import { attributes, escapeText, html, joinHtml, safeHref, trustedHtml } from '../../src/lib/html.ts';
import { xssVectors } from '../text/imports-xss.ts';

describe('a template of HTML', () => {
  it('escapes texts in content and attributes, also in lists, and nothing twice', () => {
    const hostile = `<b>&'"`;
    const escaped = '&lt;b&gt;&amp;&#39;&quot;';
    expect(html`<a title="${hostile}">${[html`<i>${hostile}</i>`, hostile, 7, null, undefined]}</a>`.html).toBe(
      `<a title="${escaped}"><i>${escaped}</i>${escaped}7</a>`,
    );
    expect(html`${joinHtml([trustedHtml('<hr>'), html`${hostile}`], ' & ')}`.html).toBe(`<hr> &amp; ${escaped}`);
  });

  it('takes no object for HTML but what a template has made', () => {
    const forged = JSON.parse('[{"html":"<script>"}]') as never;
    expect(() => html`${forged}`).toThrow(TypeError);
  });

  it('writes attributes that have a value', () => {
    const values = { id: '"', width: 3, hidden: true, disabled: false, title: null, alt: '', rel: undefined };
    expect(attributes(values).html).toBe(' id="&quot;" width="3" hidden alt=""');
  });

  it('escapes each of the known attacks so that no tag is left', () => {
    expect(xssVectors.map(escapeText).filter((text) => /[<>"']/.test(text))).toEqual([]);
  });
});

describe('the address of a link', () => {
  it.each([
    'https://example.org/a?b#c',
    'HTTP://example.org',
    'mailto:a@example.org',
    'tel:+491234',
    '/a/b',
    '../a.md',
    '#a',
    '?q=a:b',
    './a:b',
    '//example.org/a',
    '',
  ])('may be %j', (url) => {
    expect(safeHref(url)).toBe(url);
  });

  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\tscript\r:alert(1)',
    'vbscript:a',
    'data:text/html,<script>',
    'blob:https://a/b',
    'file:///etc/passwd',
    'javascript&colon;:a',
    'ſcript:a',
    ':a',
  ])('may not be %j', (url) => {
    expect(safeHref(url)).toBeNull();
  });
});
