import { useDeferredValue, useState } from 'react';
import { AddSection, AddSpace, SpacesToAdd } from '../../__generated__/site-structure.ts';
import { Read } from '../../client/read.tsx';
import { Action } from '../../parts/action.tsx';
import { Row } from '../../parts/list.tsx';
import { named } from '../../parts/spaces.tsx';
import { fill, words } from '../../words/words.ts';
import type { SiteIds } from './parts-of-site.ts';

interface AddProps {
  readonly ids: SiteIds;
  readonly hasSections: boolean;
  readonly isEmpty: boolean;
}

/** Finds a space and adds it to the site: as a variant of what is there, or as a section of its own. */
export function AddToSite({ ids, hasSections, isEmpty }: AddProps) {
  const [text, setText] = useState('');
  const title = useDeferredValue(text.trim());
  const { organizationId } = ids;
  return (
    <div className="people">
      <label>
        {words.addSpace}
        <input
          type="search"
          value={text}
          maxLength={100}
          placeholder={words.searchSpaces}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      {title !== '' && (
        <Read query={SpacesToAdd} variables={{ organizationId, title }} of={({ organization }) => organization}>
          {({ spaces }) =>
            spaces.edges.length === 0 ? (
              <p className="quiet">{words.nothingIsFound}</p>
            ) : (
              <ul>
                {spaces.edges.map(({ node }) => (
                  <Row key={node.id} title={named(node)}>
                    {!hasSections && (
                      <Action
                        label={fill(words.addName, { name: node.title })}
                        onAct={(send) => send(AddSpace, { ...ids, spaceId: node.id, sectionId: null })}
                      >
                        {words.add}
                      </Action>
                    )}
                    {!isEmpty && (
                      <Action
                        label={fill(words.addSectionName, { name: node.title })}
                        onAct={(send) => send(AddSection, { ...ids, spaceId: node.id })}
                      >
                        {words.addSection}
                      </Action>
                    )}
                  </Row>
                ))}
              </ul>
            )
          }
        </Read>
      )}
    </div>
  );
}
