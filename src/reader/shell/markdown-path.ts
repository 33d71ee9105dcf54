import { pathIn } from '../../domain/publishing/published-pages/targets.ts';

/** Path of the Markdown of a page. */
export const markdownPath = (url: string): string =>
  url.endsWith('/') ? `${pathIn(url)}index.md` : `${pathIn(url)}.md`;
