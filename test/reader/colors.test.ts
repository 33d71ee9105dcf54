import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrast, inkOn, readableColor, tintedSurface } from '../../src/reader/colors.ts';
import { makeHeaderPalette, makeHintColors, makePalette, usualInks, type Palette } from '../../src/reader/palette.ts';
import { fc } from '../setup/properties.ts';

const color = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('a color of a site', () => {
  it.each([
    ['#346DDB', ['#ffffff'], 4.5],
    ['#ffff00', ['#ffffff', '#f6f7f9'], 4.5],
    ['#036', ['#101216'], 4.5],
  ] as const)('%s can be read on %s', (own, backgrounds, least) => {
    const shade = readableColor(own, backgrounds);
    for (const background of backgrounds) expect(contrast(shade, background)).toBeGreaterThanOrEqual(least);
  });

  it('stays as it is where it can be read already', () => {
    expect(readableColor('#0000aa', ['#ffffff'])).toBe('#0000aa');
  });

  it('whatever it is, can be read on light and on dark pages, and a word on it', () => {
    const readable = fc.property(color, (own) => {
      expect(contrast(readableColor(own, ['#ffffff', '#f6f7f9']), '#f6f7f9')).toBeGreaterThanOrEqual(4.5);
      expect(contrast(readableColor(own, ['#101216', '#181b21']), '#181b21')).toBeGreaterThanOrEqual(4.5);
      expect(contrast(inkOn(own), own)).toBeGreaterThanOrEqual(4.5);
    });
    fc.assert(readable);
  });
});

it('the usual colors of words are those of the stylesheet of every site', () => {
  const css = readFileSync(new URL('../../src/reader/client/site.css', import.meta.url), 'utf8');
  for (const name of ['ink', 'strong', 'muted', 'line'] as const)
    expect(css).toContain(`--${name}: light-dark(${usualInks.light[name]}, ${usualInks.dark[name]});`);
});

describe('the colors of a site', () => {
  const themed = fc.record({ light: color, dark: color });
  const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
  const styling = fc.record({
    theme: fc.constantFrom('clean', 'muted', 'bold', 'gradient'),
    primaryColor: maybe(themed),
    tint: maybe(fc.record({ color: themed })),
    background: fc.constantFrom('plain', 'match'),
    infoColor: maybe(themed),
    successColor: maybe(themed),
    warningColor: maybe(themed),
    dangerColor: maybe(themed),
  });
  const header = fc.record({
    preset: fc.constantFrom('default', 'bold', 'contrast', 'custom', 'none'),
    backgroundColor: maybe(themed),
    linkColor: maybe(themed),
  });

  /** The words of a palette with what they stand on. */
  const pairsOf = (palette: Palette) => [
    ...[palette.page, palette.surface, palette['accent-soft']].flatMap((behind) =>
      [palette.ink, palette.strong, palette.muted, palette.accent].map((ink) => [ink, behind] as const),
    ),
    [palette['on-primary'], palette.primary] as const,
  ];

  it('can be read with a contrast of at least 4.5, whatever is chosen, in both schemes, on pages, in headers and in hints', () => {
    const readable = fc.property(
      styling,
      header,
      fc.constantFrom('light' as const, 'dark' as const),
      (chosen, top, scheme) => {
        const page = makePalette(chosen, scheme);
        const bar = makeHeaderPalette(chosen, top, scheme);
        const hints = makeHintColors(chosen, page, scheme);
        const pairs = [
          ...pairsOf(page),
          ...(bar === null ? [] : pairsOf(bar)),
          ...Object.values(hints).flatMap((tone) => {
            const behind = tintedSurface(tone, page.page, 0.09);
            return [[page.page, tone] as const, [page.ink, behind] as const, [page.strong, behind] as const];
          }),
        ];
        for (const [ink, behind] of pairs)
          expect(contrast(ink, behind), `${ink} on ${behind}`).toBeGreaterThanOrEqual(4.5);
      },
    );
    fc.assert(readable);
  });
});
