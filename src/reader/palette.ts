import type { ShownSettings } from '../domain/publishing/published-pages/settings.ts';
import { inkOn, readableColor, tintedSurface } from './colors.ts';

type Styling = NonNullable<ShownSettings['styling']>;
type Header = NonNullable<ShownSettings['header']>;
export type Scheme = 'light' | 'dark';

/** The colors of what stands on one background. All of its words can be read on the page, on surfaces and on pale marks. */
export interface Palette {
  readonly page: string;
  readonly surface: string;
  readonly ink: string;
  readonly strong: string;
  readonly muted: string;
  readonly line: string;
  /** Buttons, and the words on them. */
  readonly primary: string;
  readonly 'on-primary': string;
  /** Words in the color of the site, and the pale surface of what is selected. */
  readonly accent: string;
  readonly 'accent-soft': string;
}

/** The chosen colors of hints by style, which can be read on their own pale surface; the page can be read on them. */
export type HintColors = Readonly<Partial<Record<(typeof hintStyles)[number], string>>>;
const hintStyles = ['info', 'success', 'warning', 'danger'] as const;

/** How much of its color the background of a hint has, as in text.css. */
const hintShare = 0.09;

/** Colors of the page and of surfaces on it, and of what stands there. Those of words are the nearest that can be read. */
const plain = {
  light: { page: '#ffffff', surface: '#f6f7f9' },
  dark: { page: '#101216', surface: '#181b21' },
} as const;

/** Colors of words and lines, as site.css has them for every site. */
export const usualInks: Readonly<Record<Scheme, Pick<Palette, 'ink' | 'strong' | 'muted' | 'line'>>> = {
  light: { ink: '#1b1f27', strong: '#0d1017', muted: '#59616e', line: '#e3e6eb' },
  dark: { ink: '#e4e7ec', strong: '#f6f7f9', muted: '#9aa3b2', line: '#272c35' },
};

const muted = {
  light: { page: '#f6f7f9', surface: '#ebedf1' },
  dark: { page: '#1a1d22', surface: '#23272e' },
} as const;

const ownColor = (styling: Styling, scheme: Scheme) => styling.primaryColor?.[scheme] ?? '#346DDB';

/** The colors of the pages of a site. */
export function makePalette(styling: Styling, scheme: Scheme): Palette {
  const own = usualInks[scheme];
  const base = styling.theme === 'muted' ? muted[scheme] : plain[scheme];
  const color = ownColor(styling, scheme);
  const tint = styling.tint?.color[scheme] ?? (styling.background === 'match' ? color : null);
  const page = tint === null ? base.page : tintedSurface(tint, base.page, 0.03);
  const surface = tint === null ? base.surface : tintedSurface(tint, base.surface, 0.05);
  const soft = tintedSurface(color, page, 0.1);
  const behind = [page, surface, soft];
  return {
    page,
    surface,
    ink: readableColor(own.ink, behind),
    strong: readableColor(own.strong, behind),
    muted: readableColor(own.muted, behind),
    line: styling.theme === 'muted' ? tintedSurface(own.ink, page, 0.12) : own.line,
    primary: color,
    'on-primary': inkOn(color),
    accent: readableColor(color, behind),
    'accent-soft': soft,
  };
}

/** The colors of hints on a page. */
export function makeHintColors(styling: Styling, { page }: Palette, scheme: Scheme): HintColors {
  const shades = hintStyles.flatMap((style) => {
    const color = styling[`${style}Color`]?.[scheme];
    return color === undefined
      ? []
      : [[style, readableColor(color, [page, tintedSurface(color, page, hintShare)])] as const];
  });
  return Object.fromEntries(shades);
}

/** The colors of a header that has others than the page; null for one that does not. */
export function makeHeaderPalette(styling: Styling, header: Header, scheme: Scheme): Palette | null {
  switch (header.preset ?? 'default') {
    case 'none':
      return null;
    case 'default':
      return styling.theme === 'bold' ? paletteOn(ownColor(styling, scheme)) : null;
    case 'bold':
      return paletteOn(ownColor(styling, scheme));
    case 'contrast':
      return paletteOn(plain[scheme === 'light' ? 'dark' : 'light'].page);
    case 'custom':
      return paletteOn(
        header.backgroundColor?.[scheme] ?? makePalette(styling, scheme).page,
        header.linkColor?.[scheme] ?? null,
      );
  }
}

/** The colors on any background. Surfaces are farther from the color of words than it, so that they can be read there, too. */
function paletteOn(page: string, linkColor: string | null = null): Palette {
  const strong = inkOn(page);
  const surface = tintedSurface(strong === '#ffffff' ? '#000000' : '#ffffff', page, 0.16);
  const behind = [page, surface];
  const link = readableColor(linkColor ?? tintedSurface(page, strong, 0.1), behind);
  return {
    page,
    surface,
    ink: link,
    strong,
    muted: linkColor === null ? readableColor(tintedSurface(page, strong, 0.25), behind) : link,
    line: tintedSurface(strong, page, 0.2),
    primary: strong,
    'on-primary': page,
    accent: link,
    'accent-soft': surface,
  };
}
