import {
  CollectionSettings,
  DeleteCollection,
  SaveCollection,
  TransferCollection,
} from '../../__generated__/collection-settings.ts';
import { Read } from '../../client/read.tsx';
import { at, go } from '../../frame/place.ts';
import type { ViewProps } from '../../frame/view.tsx';
import { Action } from '../../parts/action.tsx';
import { Form, TextField } from '../../parts/form.tsx';
import { List, Row } from '../../parts/list.tsx';
import { CollectionTop } from '../../parts/space-top.tsx';
import { Transfer } from '../../parts/transfer.tsx';
import { fill, words } from '../../words/words.ts';

/** The settings of a collection. For its admins. */
export const View = ({ ids: { collectionId: id = '' } }: ViewProps) => (
  <Read
    query={CollectionSettings}
    variables={{ id }}
    of={({ collection, organizations }) => collection && { collection, organizations }}
    isNews={({ type }) => type.startsWith('COLLECTION_')}
  >
    {({ collection, organizations }) => (
      <>
        <CollectionTop collection={collection} title={words.settings} />
        <section className="list">
          <h2>{words.general}</h2>
          <Form
            submit={words.save}
            isPrimary
            isKept
            onSend={({ send, field }) =>
              send(SaveCollection, {
                id,
                version: collection.version,
                input: { title: field('title'), description: field('description') || null },
              })
            }
          >
            <TextField label={words.title} name="title" value={collection.title} />
            <TextField label={words.description} name="description" value={collection.description} rows={3} />
          </Form>
        </section>
        <List title={words.wholeCollection}>
          {[
            <Transfer
              key="transfer"
              name={collection.title}
              organizations={organizations.edges
                .map(({ node }) => node)
                .filter((one) => one.id !== collection.organizationId && one.permissions.createContent)}
              onTransfer={(send, to) => send(TransferCollection, { id, organizationId: to })}
            />,
            <Row key="delete" title={words.deleteCollection} about={words.deleteCollectionHint}>
              <Action
                className="danger"
                confirm={{
                  title: fill(words.deleteTitle, { title: collection.title }),
                  text: words.deleteCollectionHint,
                  typed: collection.title,
                }}
                onAct={async (send) => {
                  const data = await send(DeleteCollection, { id });
                  if (data) go(at('orgs', collection.organizationId));
                  return data;
                }}
              >
                {words.delete}
              </Action>
            </Row>,
          ]}
        </List>
      </>
    )}
  </Read>
);
