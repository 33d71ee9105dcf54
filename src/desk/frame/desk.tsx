import { useEffect, useMemo } from 'react';
import { Provider, useQuery } from 'urql';
import { Frame as FrameDocument } from '../__generated__/frame.ts';
import { clientOf } from '../client/client.ts';
import { endFirstDrawing } from '../client/early.ts';
import { useNews, useStreams } from '../client/news.ts';
import { useToken } from '../client/session.ts';
import { Bar } from './bar.tsx';
import { findPlace, useAddress } from './place.ts';
import { SignIn } from './sign-in.tsx';
import { Sidebar } from './sidebar.tsx';
import { useOrganization } from './organization.ts';
import { View } from './view.tsx';
import { languageOf } from '../words/language.ts';
import { showIn, useLanguage } from '../words/words.ts';

/** The desk of whoever is signed in, or the way to sign in. */
export function Desk() {
  const token = useToken();
  const language = useLanguage();
  return token === null ? <SignIn key={language} /> : <SignedIn key={`${token} ${language}`} token={token} />;
}

function SignedIn({ token }: { readonly token: string }) {
  const client = useMemo(() => clientOf(token), [token]);
  useEffect(endFirstDrawing, []);
  return (
    <Provider value={client}>
      <Frame />
    </Provider>
  );
}

/** What stands around every view: the bar, and the tree of what the person may read. */
function Frame() {
  useAddress();
  const place = findPlace(location);
  const [{ data }, ask] = useQuery({ query: FrameDocument, variables: {} });
  const viewer = data?.viewer;
  const chosen = languageOf(viewer?.language ?? '');
  useEffect(() => {
    if (chosen) void showIn(chosen);
  }, [chosen]);
  const organizations = viewer?.organizations.edges.map(({ node }) => node) ?? [];
  const current = useOrganization(place?.ids['organizationId'] ?? null) ?? organizations[0]?.id ?? null;
  useStreams(current);
  useNews(
    ({ type }) => type === 'NOTIFIED' || /^(SPACE|COLLECTION|ORGANIZATION)_/.test(type),
    () => ask({ requestPolicy: 'network-only' }),
  );
  return (
    <>
      <Bar viewer={viewer} />
      <div className="desk">
        <Sidebar organizations={organizations} current={current} path={place?.path ?? ''} />
        <View place={place} />
      </div>
    </>
  );
}
