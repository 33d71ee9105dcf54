import { useEffect, useEffectEvent } from 'react';
import { useClient, type AnyVariables, type Client, type CombinedError, type TypedDocumentNode } from 'urql';
import { News, Notified, type NewsSubscription } from '../__generated__/news.ts';

type EventOfNews = NewsSubscription['organizationEvents'];

/** Something that has happened in the organization, or that the person was notified, or has read it. */
export type Happening = Omit<EventOfNews, 'type'> & { readonly type: EventOfNews['type'] | 'NOTIFIED' };

const notified: Happening = {
  type: 'NOTIFIED',
  position: 0,
  spaceId: null,
  changeRequestId: null,
  siteId: null,
  subjectId: '',
};

/** Who hears what happens; null stands for whatever may have been missed. */
const listeners = new Set<(happening: Happening | null) => void>();

/** How long to wait before a stream that has ended is opened again, and for what follows an event, in milliseconds. */
const againMs = 3_000;
const togetherMs = 120;

/** For what asks again only for what may have been missed, and after changes of its own tab. */
export const never = (): boolean => false;

/** Calls `again` once for what has happened since, if some of it `isNews`. */
export function useNews(isNews: (happening: Happening) => boolean, again: () => void): void {
  const hear = useEffectEvent((happening: Happening | null) => happening === null || isNews(happening));
  const change = useEffectEvent(again);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const listener = (happening: Happening | null) => {
      if (!hear(happening)) return;
      clearTimeout(timer);
      timer = setTimeout(() => change(), togetherMs);
    };
    listeners.add(listener);
    return () => {
      clearTimeout(timer);
      listeners.delete(listener);
    };
  }, []);
}

/** Tells every view what has happened; null for whatever it may be, after which all ask again. */
export const tell = (happening: Happening | null): void => {
  for (const listener of listeners) listener(happening);
};

/**
 * Follows what happens in an organization, and what the person is notified of, while the tab is seen. These are the only streams
 * of a tab, because browsers open six connections to a server without TLS.
 */
export function useStreams(organizationId: string | null): void {
  const client = useClient();
  useWhileSeen(() => follow(client, Notified, {}, () => tell(notified)), client);
  useWhileSeen(
    () =>
      organizationId === null
        ? () => undefined
        : follow(client, News, { organizationId }, ({ organizationEvents }) => tell(organizationEvents)),
    organizationId,
  );
}

/** Does something while the tab is seen, and again for another key. */
function useWhileSeen(begin: () => () => void, key: unknown): void {
  const start = useEffectEvent(begin);
  useEffect(() => {
    let stop = start();
    const onSight = () => {
      stop();
      stop = () => undefined;
      if (document.hidden) return;
      tell(null);
      stop = start();
    };
    document.addEventListener('visibilitychange', onSight);
    return () => {
      document.removeEventListener('visibilitychange', onSight);
      stop();
    };
  }, [key]);
}

/** Opens a stream, and again when it has ended, because the server has stopped or the network has. Returns what ends it. */
function follow<Data, Variables extends AnyVariables>(
  client: Client,
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  onData: (data: Data) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = () =>
    client.subscription<Data, AnyVariables>(query, variables).subscribe(({ data, error, hasNext }) => {
      if (data) onData(data);
      if (!hasNext && mayBegin(error)) timer = setTimeout(reopen, againMs);
    });
  const reopen = () => {
    stream = open();
    tell(null);
  };
  let stream = open();
  return () => {
    clearTimeout(timer);
    stream.unsubscribe();
  };
}

/** Whether it makes sense to open a stream again: what the server refuses for good has no time to wait. */
const mayBegin = (error: CombinedError | undefined) =>
  !error?.graphQLErrors.length || error.graphQLErrors.some(({ extensions }) => extensions['retryAfter'] !== undefined);
