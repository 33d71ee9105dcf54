import { hash } from 'node:crypto';
import type { ShownSettings } from '../domain/publishing/published-pages/settings.ts';
import { inkOn, readableColor, tintedSurface } from './colors.ts';

/** Colors of the page and of surfaces on it, by color scheme. */
const schemes = {
  light: { page: '#ffffff', surface: '#f6f7f9' },
  dark: { page: '#101216', surface: '#181b21' },
} as const;

const fontStacks: ReadonlyMap<string, string> = new Map([
  ['RobotoSlab', 'serif'],
  ['Merriweather', 'serif'],
  ['IBMPlexSerif', 'serif'],
]);

const corners = { straight: '0', rounded: '0.5rem', circular: '1rem' } as const;

/** A stylesheet of a site, with a version that changes with it. */
export interface SiteStyle {
  readonly css: string;
  readonly version: string;
}

/**
 * Makes the stylesheet of a site: its colors, made readable on both backgrounds in both schemes, its corners and fonts. The
 * owner's color stays as it is on buttons and marks.
 */
export function makeSiteStyle({ styling = {} }: Pick<ShownSettings, 'styling'>): SiteStyle {
  const light = shades(styling, 'light');
  const dark = shades(styling, 'dark');
  const names = Object.keys(light) as (keyof typeof light)[];
  const colors = names.map((name) => `--${name}:light-dark(${light[name]},${dark[name]})`);
  const { font, monospaceFont } = styling;
  const rules = [
    ...colors,
    `--corner:${corners[styling.corners ?? 'rounded']}`,
    ...(styling.depth === 'flat' ? ['--shadow:none'] : []),
    ...(typeof font === 'string' && fontStacks.has(font) ? ['--text-font:var(--serif)'] : []),
    ...(typeof font === 'object' && font !== null ? [`--text-font:${family(font)},var(--sans)`] : []),
    ...(typeof monospaceFont === 'object' && monospaceFont !== null
      ? [`--code-font:${family(monospaceFont)},var(--mono)`]
      : []),
  ];
  const faces = [font, monospaceFont].flatMap((one) => (typeof one === 'object' && one !== null ? fontFaces(one) : []));
  const css = `${faces.join('')}:root{${rules.join(';')}}`;
  return { css, version: hash('sha256', css, 'hex').slice(0, 12) };
}

type Styling = NonNullable<ShownSettings['styling']>;
type FontDefinition = Extract<NonNullable<Styling['font']>, object>;

function shades(styling: Styling, scheme: 'light' | 'dark') {
  const { page, surface } = schemes[scheme];
  const color = styling.primaryColor?.[scheme] ?? '#346DDB';
  const tint = styling.tint?.color[scheme] ?? (styling.background === 'match' ? color : null);
  const own = tint === null ? page : tintedSurface(tint, page, 0.03);
  const raised = tint === null ? surface : tintedSurface(tint, surface, 0.05);
  const soft = tintedSurface(color, own, 0.1);
  return {
    page: own,
    surface: raised,
    primary: color,
    'on-primary': inkOn(color),
    accent: readableColor(color, [own, raised, soft]),
    'accent-soft': soft,
  };
}

/** The name of a family as CSS writes it, without what could end the string. */
const family = ({ fontFamily }: FontDefinition) => `"${fontFamily.replaceAll(/["\\\n\r<>{}]/g, '')}"`;

const fontFaces = (font: FontDefinition) =>
  font.fontFaces.map(({ weight, display, sources }) => {
    const urls = sources.map(({ url, format }) => {
      const address = new URL(url).href.replaceAll(/["\\()]/g, encodeURIComponent);
      return `url("${address}")${format ? ` format("${format}")` : ''}`;
    });
    return `@font-face{font-family:${family(font)};font-weight:${weight};font-display:${display ?? 'swap'};src:${urls.join(',')}}`;
  });

/** Origins from which the pages of a site load fonts. */
export const listFontOrigins = ({ styling = {} }: Pick<ShownSettings, 'styling'>): string[] => {
  const fonts = [styling.font, styling.monospaceFont].flatMap((one) =>
    typeof one === 'object' && one !== null ? [one] : [],
  );
  const urls = fonts.flatMap(({ fontFaces: faces }) => faces.flatMap(({ sources }) => sources.map(({ url }) => url)));
  return [...new Set(urls.map((url) => new URL(url).origin))];
};
