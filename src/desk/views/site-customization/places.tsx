import { useDeferredValue, useState, type KeyboardEvent } from 'react';
import { FilesOfSpace, PagesOfSite, PlacesOfSite } from '../../__generated__/places.ts';
import { Read } from '../../client/read.tsx';
import { PagedList, Row } from '../../parts/list.tsx';
import { Panel } from '../../parts/panel.tsx';
import { named } from '../../parts/spaces.tsx';
import { fill, words } from '../../words/words.ts';
import type { NewLink } from './links.tsx';

interface SiteIds {
  readonly id: string;
  readonly organizationId: string;
}

interface PlacesProps {
  readonly site: SiteIds;
  readonly onAdd: (link: NewLink) => void;
}

/** Finds what a link may lead to in the spaces of the site: pages and their headings by words, and files by space. */
export const Places = ({ site, onAdd }: PlacesProps) => (
  <Panel title={words.addPlace}>
    <Pages site={site} onAdd={onAdd} />
    <Files site={site} onAdd={onAdd} />
  </Panel>
);

/** The field stands in a form that is not sent by it. */
const keepForm = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault();
};

const AddButton = ({ link, onAdd }: { readonly link: NewLink; readonly onAdd: PlacesProps['onAdd'] }) => (
  <button type="button" aria-label={fill(words.addName, { name: link.title })} onClick={() => onAdd(link)}>
    {words.add}
  </button>
);

function Pages({ site: { id, organizationId }, onAdd }: PlacesProps) {
  const [text, setText] = useState('');
  const query = useDeferredValue(text.trim());
  return (
    <div className="people">
      <label>
        {words.pageOrHeading}
        <input
          type="search"
          value={text}
          maxLength={100}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={keepForm}
        />
      </label>
      {query !== '' && (
        <Read query={PagesOfSite} variables={{ id, organizationId, query }} of={({ site }) => site}>
          {({ search }) => {
            const links = (search?.edges ?? []).flatMap(({ node }) =>
              node.pages.flatMap((page) => linksTo(node, page)),
            );
            if (links.length === 0) return <p className="quiet">{words.nothingIsFound}</p>;
            return (
              <ul>
                {links.map((link) => (
                  <Row key={JSON.stringify(link.to)} title={link.title} about={link.about}>
                    <AddButton link={link} onAdd={onAdd} />
                  </Row>
                ))}
              </ul>
            );
          }}
        </Read>
      )}
    </div>
  );
}

interface FoundPage {
  readonly pageId: string;
  readonly title: string;
  readonly sections: readonly { readonly title: string; readonly anchor: string | null }[];
}

/** The links to a page that was found, and to its headings. */
function linksTo(space: { readonly spaceId: string; readonly title: string }, { pageId, title, sections }: FoundPage) {
  const { spaceId } = space;
  const toPage = { title, about: space.title, to: { kind: 'PAGE', spaceId, pageId } } as const;
  const toHeadings = sections.flatMap(({ anchor, title: heading }) =>
    anchor === null ? [] : [{ title: heading, about: title, to: { kind: 'ANCHOR', spaceId, pageId, anchor } } as const],
  );
  return [toPage, ...toHeadings];
}

function Files({ site: { id, organizationId }, onAdd }: PlacesProps) {
  const [chosen, setChosen] = useState('');
  return (
    <Read query={PlacesOfSite} variables={{ id, organizationId }} of={({ site }) => site}>
      {({ siteSpaces }) => (
        <>
          <label>
            {words.filesOf}
            <select value={chosen} onChange={({ target }) => setChosen(target.value)}>
              <option value="" />
              {siteSpaces.edges.map(({ node: { id: key, space } }) => (
                <option key={key} value={space.id}>
                  {named(space)}
                </option>
              ))}
            </select>
          </label>
          {chosen !== '' && <FilesOf key={chosen} spaceId={chosen} onAdd={onAdd} />}
        </>
      )}
    </Read>
  );
}

const FilesOf = ({ spaceId, onAdd }: { readonly spaceId: string; readonly onAdd: PlacesProps['onAdd'] }) => (
  <Read query={FilesOfSpace} variables={{ id: spaceId, after: null }} of={({ space }) => space?.content.files}>
    {(files) => (
      <PagedList
        title={words.files}
        empty={words.noFiles}
        of={files}
        query={FilesOfSpace}
        variables={{ id: spaceId }}
        pick={(data) => data.space?.content.files}
        each={({ fileId, name }) => (
          <Row key={fileId} title={name}>
            <AddButton link={{ title: name, to: { kind: 'FILE', spaceId, fileId } }} onAdd={onAdd} />
          </Row>
        )}
      />
    )}
  </Read>
);
