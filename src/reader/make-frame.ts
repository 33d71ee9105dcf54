import type { ShownPage, ShownPlace } from '../domain/publishing/published-pages/shown.ts';
import type { PageLanguage } from '../domain/publishing/published-pages/shown.ts';
import { assetPath } from './assets.ts';
import type { Showing } from './reading.ts';
import { localeTag, placePaths, type Frame } from './shell/frame.ts';
import { makeSiteStyle } from './site-style.ts';
import { wordsFor } from '../text/words/words.ts';

interface FrameParts {
  readonly page: ShownPage | null;
  readonly hrefs: ReadonlyMap<string, string>;
  readonly languages: readonly PageLanguage[];
  readonly isCompared?: boolean;
  readonly editHref?: string | null;
}

/** Prepares what all parts of a page are made from. */
export function makeFrame(
  { parts, runsScripts, previewEndsAt, assetsRoot }: Showing,
  place: ShownPlace,
  { page, hrefs, languages, isCompared = false, editHref = null }: FrameParts,
): Frame {
  const { root, base } = placePaths(place);
  const { styling } = place.settings;
  return {
    place,
    page,
    hrefs,
    languages,
    isCompared,
    root,
    base,
    words: wordsFor(place.language),
    locale: localeTag(place.language),
    styleVersion: assetsRoot === undefined ? makeSiteStyle(place.settings).version : null,
    runsScripts,
    previewEndsAt,
    editHref,
    assetPath: (name) => assetPath(assetsRoot ?? root, name),
    findIcon: (name) => parts.findIcon(name, (styling?.icons ?? 'regular') === 'regular' ? 'regular' : 'solid'),
  };
}
