import { describe, expect, it } from 'vitest';
import { contrast, inkOn, readableColor } from '../../src/reader/colors.ts';
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
