import { loadPageLanguages } from '../domain/publishing/published-pages/languages.ts';
import type { Place } from '../domain/publishing/published-pages/place.ts';
import { answerText, type ReaderAnswer } from './answer.ts';
import { pageHeaders } from './headers.ts';
import { makeFrame } from './make-frame.ts';
import type { Reading } from './reading.ts';
import type { Frame } from './shell/frame.ts';
import { listFontOrigins } from './site-style.ts';

interface PageAnswer {
  readonly status?: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Answers with a page of a site, with the headers that say what it may load. */
export const answerPage = (
  { runsScripts }: Reading,
  { settings }: Place,
  { headers, ...answer }: PageAnswer,
): ReaderAnswer =>
  answerText({
    ...answer,
    type: 'text/html',
    headers: { ...pageHeaders({ runsScripts, fontOrigins: listFontOrigins(settings) }), ...headers },
  });

/** Loads the frame of a page that shows no text of the space, such as results of a search. */
export const loadFrame = async (reading: Reading, place: Place): Promise<Frame> =>
  makeFrame(reading, place, {
    page: null,
    hrefs: new Map(),
    languages: await loadPageLanguages(reading.ctx, place, null),
  });
