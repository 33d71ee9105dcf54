import { describe, expect, it } from 'vitest';
import { printableSvg } from '../../src/infra/pdf/svg.mjs';

const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`;
const html = (content: string, style = '') =>
  `<div xmlns="http://www.w3.org/1999/xhtml" style="${style}">${content}</div>`;

/** The texts of an image, by line. */
const linesIn = (image: string) =>
  [...(printableSvg(image) ?? '').matchAll(/<tspan[^>]*>([^<]*)/g)].map(([, line]) => line);

describe('an image in SVG', () => {
  it.each([
    ['fill: light-dark(rgb(1, 2, 3), rgb(4, 5, 6))', 'fill: rgb(1, 2, 3)'],
    ['fill: light-dark(#fff,#000); stroke:light-dark( red , blue )', 'fill: #fff; stroke:red'],
    ['fill: light-dark(light-dark(red, blue), var(--a, green))', 'fill: red'],
    ['fill: light-dark(red', 'fill: light-dark(red'],
  ])('has the light color of %s', (style, expected) => {
    expect(printableSvg(svg(`<rect style="${style}"/>`))).toBe(svg(`<rect style="${expected}"/>`));
  });

  it.each([
    ['in words', html('Gateway label'), ['Gateway label']],
    ['in lines', html('One<br/>two <b>three</b><p>four</p>'), ['One', 'two three', 'four']],
    ['with references', html('A &amp; B'), ['A &amp; B']],
    ['longer than its box', html('Several words that do not fit'), ['Several words', 'that do not fit']],
    ['without words', html(' <script>x</script>'), []],
  ])('has a label %s as text', (_what, label, lines) => {
    expect(linesIn(svg(`<foreignObject x="10" y="20" width="100" height="50">${label}</foreignObject>`))).toEqual(
      lines,
    );
  });

  it('has a label in the middle of its box, in its color', () => {
    const label = html('Mid', 'color: #123456; font-size: 20px');
    const printed = printableSvg(svg(`<foreignObject x="10" y="20" width="100" height="50">${label}</foreignObject>`));
    expect(printed).toContain('<text x="60" font-size="20" text-anchor="middle" fill="#123456" y="52">');
  });

  it('has all words of a label at the place of the text that stands for it', () => {
    const label = `<foreignObject width="100%" height="100%">${html(html('Whole label'), 'width: 98px')}</foreignObject>`;
    const printed = printableSvg(svg(`<switch>${label}<text x="50" y="49">Whole la...</text></switch>`));
    expect(printed).toBe(svg('<text x="50" y="49"><tspan x="50">Whole label</tspan></text>'));
  });

  it('keeps an image that stands for a label, and loses the remark on programs without HTML', () => {
    const label = `<foreignObject width="9" height="9">${html('a')}</foreignObject>`;
    const remark =
      '<switch><g requiredFeatures="http://www.w3.org/TR/SVG11/feature#Extensibility"/><text>Text is not SVG</text></switch>';
    expect(printableSvg(svg(`<switch>${label}<image href="a.png"/></switch>${remark}`))).toBe(
      svg('<image href="a.png"/>'),
    );
  });
});
