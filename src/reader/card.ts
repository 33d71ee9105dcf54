import { hash } from 'node:crypto';
import { offersCards } from '../domain/publishing/published-pages/offers.ts';
import type { ShownPage, ShownPlace } from '../domain/publishing/published-pages/shown.ts';
import { pathIn } from '../domain/publishing/published-pages/targets.ts';
import type { Card } from '../infra/pdf/card.ts';
import { bounded } from '../lib/errors.ts';
import { answerTooMany, type ReaderAnswer } from './answer.ts';
import { versionHeaders } from './answer-page.ts';
import { makePalette } from './palette.ts';
import type { Reading } from './reading.ts';
import { isRightToLeft, siteTitle } from './shell/frame.ts';

/** Lengths that fill a card. */
const maxTitle = 160;
const maxText = 200;

/** Version of how cards are drawn, which their addresses change with. */
const look = 1;

type CardPlace = Pick<ShownPlace, 'site' | 'settings' | 'url' | 'view' | 'language'>;
type CardPage = Pick<ShownPage, 'id' | 'title' | 'description'>;

function cardOf(place: CardPlace, { title, description }: CardPage): Card {
  const { page, ink, muted, accent } = makePalette(place.settings.styling ?? {}, 'light');
  return {
    site: siteTitle(place),
    title: bounded(title, maxTitle),
    text: bounded(description ?? '', maxText),
    colors: { page, ink, muted, accent },
    isRightToLeft: isRightToLeft(place.language),
  };
}

const versionOf = (card: Card): string => hash('sha256', JSON.stringify([look, card]), 'hex').slice(0, 12);

/** Address of the picture that is drawn for a page; null where the site has none. It changes with what the picture says. */
export const cardPath = (place: CardPlace, page: CardPage): string | null =>
  offersCards(place) ? `${pathIn(place.url)}~/cards/${page.id}.${versionOf(cardOf(place, page))}.png` : null;

interface AskedCard {
  readonly id: string;
  readonly version: string;
}

/** The picture of a page. Null for a page that the visitor does not see, and where the site has none. An address may ask for few. */
export async function answerCard(
  { parts, audience, request }: Reading,
  place: CardPlace & Pick<ShownPlace, 'pages'>,
  { id, version }: AskedCard,
): Promise<ReaderAnswer | null> {
  const page = place.pages.get(id);
  if (page === undefined || !offersCards(place)) return null;
  const card = cardOf(place, page);
  const seconds = parts.countCard(request.address);
  if (seconds !== null) return answerTooMany('You have asked for many pictures.', seconds);
  const body = await parts.drawCard(card);
  const headers = { 'content-type': 'image/png', ...versionHeaders(audience, version === versionOf(card)) };
  return { status: 200, headers, body };
}
