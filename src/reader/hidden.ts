import { html, noHtml, type Safe } from '../lib/html.ts';
import {
  listHiddenParts,
  type HiddenPart,
  type HiddenSiteParts,
} from '../domain/publishing/published-pages/hidden-parts.ts';
import type { Place } from '../domain/publishing/published-pages/place.ts';
import { pathIn } from '../domain/publishing/published-pages/targets.ts';
import { cacheHeaders, type ReaderAnswer } from './answer.ts';
import { answerPage, loadFrame } from './answer-page.ts';
import type { Reading } from './reading.ts';
import { renderDocument } from './shell/document.ts';
import type { Frame } from './shell/frame.ts';

/** Answers with what the visitor of a preview does not see, and why. */
export async function answerHidden(reading: Reading, place: Place): Promise<ReaderAnswer> {
  const parts = await listHiddenParts(reading.ctx, place, reading.visit);
  return answerPage(reading, place, {
    text: renderHidden(await loadFrame(reading, place), parts),
    headers: { ...cacheHeaders('nobody'), 'x-robots-tag': 'noindex' },
  });
}

function renderHidden(frame: Frame, { sections, pages, blocks, hasMore }: HiddenSiteParts): string {
  const { words } = frame;
  const isNothing = sections.length + pages.length + blocks.length === 0;
  const more = hasMore ? html`<p class="quiet">${words.hiddenMore}</p>` : noHtml;
  return renderDocument(frame, {
    title: words.hidden,
    description: '',
    isIndexed: false,
    main: html`<article><header class="head"><h1>${words.hidden}</h1><p class="lead">${isNothing ? words.nothingHidden : words.hiddenText}</p></header><div class="text">${renderParts(words.hiddenSections, sections)}${renderParts(words.hiddenPages, pages)}${renderParts(words.hiddenBlocks, blocks)}${more}</div></article>`,
  });
}

function renderParts(title: string, parts: readonly HiddenPart[]): Safe {
  if (parts.length === 0) return noHtml;
  const items = parts.map(({ title: name, url, condition, problem }) => {
    const subject = url === null ? html`${name}` : html`<a href="${pathIn(url)}">${name}</a>`;
    const why = problem ? html`<span class="quiet">${problem}</span>` : noHtml;
    return html`<li><span>${subject}</span><code>${condition}</code>${why}</li>`;
  });
  return html`<h2>${title}</h2><ul class="hidden-parts">${items}</ul>`;
}
