/** Red, green and blue, each from 0 to 255. */
type Rgb = readonly [number, number, number];

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];

/** Reads `#346DDB` or `#36d`. */
function parseColor(color: string): Rgb {
  const hex = color.slice(1);
  const full = hex.length === 3 ? hex.replaceAll(/./g, '$&$&') : hex;
  const at = (index: number) => Number.parseInt(full.slice(2 * index, 2 * index + 2), 16);
  return [at(0), at(1), at(2)];
}

const writeColor = (color: Rgb): string =>
  `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** Mixes two colors; `share` from 0 to 1 is that of the second one. */
const mix = ([red, green, blue]: Rgb, other: Rgb, share: number): Rgb => [
  red + (other[0] - red) * share,
  green + (other[1] - green) * share,
  blue + (other[2] - blue) * share,
];

/** Relative luminance as in WCAG 2.2. */
function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colors, `#346DDB` or `#36d`, from 1 to 21. */
export const contrast = (one: string, other: string): number => contrastOf(parseColor(one), parseColor(other));

function contrastOf(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** The contrast that text needs, as in WCAG 2.2 level AA, and a little more for what rounding takes. */
const enough = 4.6;

/**
 * The color nearest to one that text may have on each of the backgrounds: with a contrast of at least 4.5:1. Darker on
 * light backgrounds and lighter on dark ones.
 */
export function readableColor(color: string, backgrounds: readonly string[]): string {
  const own = parseColor(color);
  const behind = backgrounds.map(parseColor);
  const isLight = behind.every((one) => luminance(one) > 0.18);
  for (let share = 0; share < 1; share += 0.02) {
    const shade = mix(own, isLight ? black : white, share);
    if (behind.every((one) => contrastOf(shade, one) >= enough)) return writeColor(shade);
  }
  return writeColor(isLight ? black : white);
}

/** A pale surface of a color on a background; `share` from 0 to 1 is that of the color. */
export const tintedSurface = (color: string, background: string, share: number): string =>
  writeColor(mix(parseColor(background), parseColor(color), share));

/** Black or white, whichever is read more easily on a color. */
export const inkOn = (color: string): string =>
  contrastOf(parseColor(color), white) >= contrastOf(parseColor(color), black) ? '#ffffff' : '#000000';
