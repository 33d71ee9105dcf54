import { hash } from 'node:crypto';
import type { ShownSettings } from '../domain/publishing/published-pages/settings.ts';
import { fontAddress } from './assets.ts';
import { findFont } from './fonts.ts';
import { makeHeaderPalette, makeHintColors, makePalette, usualInks } from './palette.ts';

const corners = { straight: '0', rounded: '0.5rem', circular: '1rem' } as const;

/** A stylesheet of a site, with a version that changes with it. */
export interface SiteStyle {
  readonly css: string;
  readonly version: string;
}

/**
 * Makes the stylesheet of a site: its colors, made readable on their backgrounds in both schemes, its corners and fonts. The
 * owner's color stays as it is on buttons and marks.
 */
export function makeSiteStyle(settings: Pick<ShownSettings, 'styling' | 'header'>): SiteStyle {
  const made = styles.get(settings) ?? makeNewStyle(settings);
  styles.set(settings, made);
  return made;
}

/** Every page names the version of the style, and the settings of a place are kept with it. */
const styles = new WeakMap<object, SiteStyle>();

function makeNewStyle({ styling = {}, header = {} }: Pick<ShownSettings, 'styling' | 'header'>): SiteStyle {
  const [light, dark] = [makePalette(styling, 'light'), makePalette(styling, 'dark')];
  const [lightHeader, darkHeader] = [
    makeHeaderPalette(styling, header, 'light'),
    makeHeaderPalette(styling, header, 'dark'),
  ];
  const { font, monospaceFont } = styling;
  const rules = [
    ...colorRules(light, dark).filter((rule) => !usualRules.has(rule)),
    ...colorRules(makeHintColors(styling, light, 'light'), makeHintColors(styling, dark, 'dark')),
    `--corner:${corners[styling.corners ?? 'rounded']}`,
    ...(styling.depth === 'flat' ? ['--shadow:none'] : []),
    ...(font ? [`--text-font:${fontFamily(font, 'sans')}`] : []),
    ...(monospaceFont ? [`--code-font:${fontFamily(monospaceFont, 'mono')}`] : []),
  ];
  const faces = [font, monospaceFont].flatMap((one) => (one ? fontFaces(one) : []));
  const top =
    lightHeader === null || darkHeader === null
      ? ''
      : `.top{${[...colorRules(lightHeader, darkHeader), 'color:var(--ink)', 'background:var(--page)'].join(';')}}`;
  const css = `${faces.join('')}:root{${rules.join(';')}}${top}`;
  return { css, version: hash('sha256', css, 'hex').slice(0, 12) };
}

/** Custom properties of colors, each with its value in both schemes. */
const colorRules = <Colors extends object>(light: Colors, dark: Colors): string[] =>
  Object.entries(light).map(([name, value]) => {
    const other = String(Reflect.get(dark, name));
    return `--${name}:${value === other ? value : `light-dark(${value},${other})`}`;
  });

const usualRules: ReadonlySet<string> = new Set(colorRules(usualInks.light, usualInks.dark));

type Styling = NonNullable<ShownSettings['styling']>;
type FontDefinition = Extract<NonNullable<Styling['font']>, object>;

type Font = NonNullable<Styling['font'] | Styling['monospaceFont']>;

const isCustom = (font: Font): font is FontDefinition => typeof font === 'object';

/** A family as CSS writes it, with the fonts of the system that stand in for it. */
function fontFamily(font: Font, fallback: 'sans' | 'mono'): string {
  if (isCustom(font)) return `${family(font)},var(--${fallback})`;
  const own = findFont(font);
  return own === undefined ? `var(--${fallback})` : `"${own.family}",var(--${own.fallback})`;
}

/** The name of a family as CSS writes it, without what could end the string. */
const family = ({ fontFamily: name }: FontDefinition) => `"${name.replaceAll(/["\\\n\r<>{}]/g, '')}"`;

const fontFaces = (font: Font): string[] => (isCustom(font) ? customFaces(font) : ownFaces(font));

const customFaces = (font: FontDefinition) =>
  font.fontFaces.map(({ weight, display, sources }) => {
    const urls = sources.map(({ url, format }) => {
      const address = new URL(url).href.replaceAll(/["\\()]/g, encodeURIComponent);
      return `url("${address}")${format ? ` format("${format}")` : ''}`;
    });
    return `@font-face{font-family:${family(font)};font-weight:${weight};font-display:${display ?? 'swap'};src:${urls.join(',')}}`;
  });

/** Browsers load the files with letters of the page alone. */
function ownFaces(name: string): string[] {
  const font = findFont(name);
  return (font?.files ?? []).map(
    (file) =>
      `@font-face{font-family:"${font?.family}";font-style:${file.style};font-weight:${file.weight};font-display:swap;src:url(${fontAddress(file.name)}) format("woff2");unicode-range:${file.letters}}`,
  );
}

/** Origins from which the pages of a site load fonts. */
export const listFontOrigins = ({ styling = {} }: Pick<ShownSettings, 'styling'>): string[] => {
  const fonts = [styling.font, styling.monospaceFont].flatMap((one) =>
    typeof one === 'object' && one !== null ? [one] : [],
  );
  const urls = fonts.flatMap(({ fontFaces: faces }) => faces.flatMap(({ sources }) => sources.map(({ url }) => url)));
  return [...new Set(urls.map((url) => new URL(url).origin))];
};
