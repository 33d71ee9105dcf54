import {
  DeleteSpace,
  DuplicateSpace,
  RestoreSpace,
  SaveSpace,
  SpaceSettings,
  TransferSpace,
  type EditMode,
  type SpaceSettingsQuery,
} from '../../__generated__/space-settings.ts';
import type { Send } from '../../client/change.ts';
import { Read } from '../../client/read.tsx';
import { at, go } from '../../frame/place.ts';
import type { ViewProps } from '../../frame/view.tsx';
import { Action } from '../../parts/action.tsx';
import { Form, SelectField, TextField } from '../../parts/form.tsx';
import { List, Row } from '../../parts/list.tsx';
import { SpaceTop } from '../../parts/space-top.tsx';
import { named } from '../../parts/spaces.tsx';
import { Offer } from '../../parts/templates.tsx';
import { Transfer } from '../../parts/transfer.tsx';
import { fill, wordOf, words } from '../../words/words.ts';

type Space = NonNullable<SpaceSettingsQuery['space']>;
const modes = ['LIVE', 'LOCKED'] as const satisfies readonly EditMode[];

/** The settings of a space: its name and sign, how it is edited, and where it goes. For its admins. */
export const View = ({ ids: { spaceId: id = '' } }: ViewProps) => (
  <Read
    query={SpaceSettings}
    variables={{ id }}
    of={({ space, organizations }) => space && { space, organizations }}
    isNews={(one) => one.spaceId === id}
  >
    {({ space, organizations }) => (
      <>
        <SpaceTop space={space} title={words.settings} />
        {space.deletedAt === null ? (
          <>
            <General space={space} />
            <Whole space={space} organizations={organizations} />
          </>
        ) : (
          <Deleted id={id} />
        )}
      </>
    )}
  </Read>
);

const General = ({ space: { id, title, emoji, editMode, language, version } }: { readonly space: Space }) => (
  <section className="list">
    <h2>{words.general}</h2>
    <Form
      submit={words.save}
      isPrimary
      isKept
      onSend={({ send, field }) =>
        send(SaveSpace, {
          id,
          version,
          input: {
            title: field('title'),
            editMode: field('editMode') as EditMode,
            language: field('language') || null,
            ...(field('emoji') === emoji ? {} : { emoji: field('emoji') }),
          },
        })
      }
    >
      <TextField label={words.title} name="title" value={title} />
      <TextField label={words.emoji} name="emoji" value={emoji} hint={words.emojiHint} />
      <SelectField
        label={words.editMode}
        name="editMode"
        value={editMode}
        options={modes.map((mode) => [mode, wordOf('editMode', mode)])}
        hint={words.editModeHint}
      />
      <TextField label={words.language} name="language" value={language} placeholder="en" hint={words.languageHint} />
    </Form>
  </section>
);

interface WholeProps {
  readonly space: Space;
  readonly organizations: SpaceSettingsQuery['organizations'];
}

/** What is done with the whole space. */
function Whole({ space, organizations }: WholeProps) {
  const { id, organizationId } = space;
  const duplicate = async (send: Send) => {
    const data = await send(DuplicateSpace, { id });
    if (data) go(at('spaces', data.duplicateSpace.space.id));
    return data;
  };
  return (
    <List title={words.wholeSpace}>
      {[
        <Row key="duplicate" title={words.duplicate} about={words.duplicateHint}>
          <Action onAct={duplicate}>{words.duplicate}</Action>
        </Row>,
        <Row key="template" title={words.offerTemplate}>
          <Offer organizationId={organizationId} spaceId={id} />
        </Row>,
        <Transfer
          key="transfer"
          name={named(space)}
          organizations={organizations.edges
            .map(({ node }) => node)
            .filter((one) => one.id !== organizationId && one.permissions.createContent)}
          onTransfer={(send, to) => send(TransferSpace, { id, organizationId: to })}
        />,
        <Row key="delete" title={words.deleteSpace} about={words.deleteSpaceHint}>
          <Action
            className="danger"
            confirm={{
              title: fill(words.deleteTitle, { title: named(space) }),
              text: words.deleteSpaceHint,
              typed: space.title,
            }}
            onAct={(send) => send(DeleteSpace, { id })}
          >
            {words.delete}
          </Action>
        </Row>,
      ]}
    </List>
  );
}

const Deleted = ({ id }: { readonly id: string }) => (
  <List title={words.deleted}>
    {[
      <Row key="restore" title={words.spaceDeleted} about={words.spaceDeletedHint}>
        <Action className="primary" onAct={(send) => send(RestoreSpace, { id })}>
          {words.restore}
        </Action>
      </Row>,
    ]}
  </List>
);
