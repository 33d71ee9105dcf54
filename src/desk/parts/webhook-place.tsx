import { at } from '../frame/place.ts';
import { words } from '../words/words.ts';

interface PlaceProps {
  readonly organizationId: string;
  /** What the events of a webhook are limited to: at most one of them, a page with its space. */
  readonly place: {
    readonly spaceId: string | null;
    readonly collectionId: string | null;
    readonly siteId: string | null;
    readonly pageId: string | null;
  };
}

/** What a place is, as a word, and its address; null for the whole organization. */
function linkTo({ organizationId, place }: PlaceProps): readonly [string, string] | null {
  const { spaceId, collectionId, siteId, pageId } = place;
  if (spaceId !== null && pageId !== null) return [words.page, at('spaces', spaceId, 'pages', pageId)];
  if (spaceId !== null) return [words.space, at('spaces', spaceId)];
  if (collectionId !== null) return [words.collection, at('collections', collectionId)];
  return siteId === null ? null : [words.site, at('orgs', organizationId, 'sites', siteId)];
}

/** The place whose events a webhook is sent alone, as a link. Nothing for one of the whole organization. */
export function PlaceOfWebhook(props: PlaceProps) {
  const link = linkTo(props);
  if (link === null) return null;
  const [word, href] = link;
  return (
    <>
      {' '}
      · {words.onlyEventsOf} <a href={href}>{word}</a>
    </>
  );
}
