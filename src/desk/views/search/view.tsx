import { SearchView } from '../../__generated__/search.ts';
import { Read } from '../../client/read.tsx';
import { at } from '../../frame/place.ts';
import type { ViewProps } from '../../frame/view.tsx';
import { Entry, List } from '../../parts/list.tsx';
import { Head } from '../../parts/title.tsx';
import { fill, words } from '../../words/words.ts';

/** What is found in the pages of all organizations of the person. */
export function View({ search }: ViewProps) {
  const query = new URLSearchParams(search).get('q') ?? '';
  return (
    <>
      <Head title={query === '' ? words.search : fill(words.foundFor, { query })} />
      {query !== '' && (
        <Read query={SearchView} variables={{ query }} of={({ organizations }) => organizations}>
          {({ edges }) => {
            const spaces = edges.flatMap(({ node }) => node.search?.edges ?? []).map(({ node }) => node);
            if (spaces.length === 0) return <p className="quiet">{words.nothingFound}</p>;
            return spaces.map(({ spaceId, title, pages }) => (
              <List key={spaceId} title={title}>
                {pages.map((page) => (
                  <Entry key={page.pageId} href={at('spaces', spaceId, 'pages', page.pageId)} title={page.title}>
                    {page.sections[0]?.body.slice(0, 200) || `/${page.path}`}
                  </Entry>
                ))}
              </List>
            ));
          }}
        </Read>
      )}
    </>
  );
}
