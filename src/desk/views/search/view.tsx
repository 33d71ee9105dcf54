import { MoreFound, SearchView, type FoundPagesFragment, type SearchViewQuery } from '../../__generated__/search.ts';
import { Read } from '../../client/read.tsx';
import { at, go } from '../../frame/place.ts';
import type { ViewProps } from '../../frame/view.tsx';
import { List, More } from '../../parts/list.tsx';
import { Head } from '../../parts/title.tsx';
import { fill, words } from '../../words/words.ts';

type Organization = SearchViewQuery['organizations']['edges'][number]['node'];

/** What is found in the pages of all organizations of the person, or of one of them. */
export function View({ search }: ViewProps) {
  const asked = new URLSearchParams(search);
  const [query, chosen] = [asked.get('q') ?? '', asked.get('org') ?? ''];
  return (
    <>
      <Head title={query === '' ? words.search : fill(words.foundFor, { query })} />
      {query !== '' && (
        <Read query={SearchView} variables={{ query }} of={({ organizations }) => organizations}>
          {({ edges }) => (
            <Results organizations={edges.map(({ node }) => node)} query={query.slice(0, 256)} chosen={chosen} />
          )}
        </Read>
      )}
    </>
  );
}

interface ResultsProps {
  readonly organizations: readonly Organization[];
  readonly query: string;
  /** The id of the organization to which the results are limited; empty for all. */
  readonly chosen: string;
}

function Results({ organizations, query, chosen }: ResultsProps) {
  const found = organizations.filter(({ search }) => search !== null && search.edges.length > 0);
  const shown = found.filter(({ id }) => chosen === '' || id === chosen);
  const limit = (org: string) => {
    const asked = new URLSearchParams({ q: query, ...(org === '' ? {} : { org }) });
    go(`${at('app', 'search')}?${asked}`, { replace: true });
  };
  return (
    <>
      {found.length > 1 && (
        <p>
          <label>
            {words.organization}
            <select value={chosen} onChange={({ target }) => limit(target.value)}>
              <option value="">{words.allKinds}</option>
              {found.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </select>
          </label>
        </p>
      )}
      {shown.length === 0 && <p className="quiet">{words.nothingFound}</p>}
      {shown.map(({ id, search }) => search && <FoundIn key={id} id={id} search={search} query={query} />)}
    </>
  );
}

interface FoundInProps {
  readonly id: string;
  readonly search: NonNullable<Organization['search']>;
  readonly query: string;
}

const FoundIn = ({ id, search, query }: FoundInProps) => (
  <>
    {search.corrections?.map(({ word, readAs }) => (
      <p key={word} className="quiet">
        {fill(words.readAs, { word, readAs: readAs.join(', ') })}
      </p>
    ))}
    {search.edges.map(({ node }) => foundSpace(node))}
    <More
      of={search}
      query={MoreFound}
      variables={{ id, query }}
      pick={({ organization }) => organization?.search}
      isPlain
      each={foundSpace}
    />
  </>
);

const foundSpace = ({ spaceId, title, pages }: FoundPagesFragment) => (
  <List key={spaceId} title={title}>
    {pages.map(({ pageId, title: name, path, sections: [section] }) => {
      const anchor = section?.anchor ? `#${encodeURIComponent(section.anchor)}` : '';
      return (
        <li key={pageId} className="entry">
          <a href={at('spaces', spaceId, 'pages', pageId) + anchor}>{name}</a>
          {section?.body ? (
            // The server marks what was found, and escapes everything else.
            <p className="quiet" dir="auto" dangerouslySetInnerHTML={{ __html: section.body }} />
          ) : (
            <p className="quiet">/{path}</p>
          )}
        </li>
      );
    })}
  </List>
);
