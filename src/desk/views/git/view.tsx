import { useState } from 'react';
import {
  ConnectGit,
  DisconnectGit,
  GitView,
  RotateHookSecret,
  UpdateGit,
  type GitPriority,
} from '../../__generated__/git.ts';
import { Read } from '../../client/read.tsx';
import { at } from '../../frame/place.ts';
import type { ViewProps } from '../../frame/view.tsx';
import { Action } from '../../parts/action.tsx';
import { Form } from '../../parts/form.tsx';
import { List, Row } from '../../parts/list.tsx';
import { Secret } from '../../parts/secret.tsx';
import { SpaceTop } from '../../parts/space-top.tsx';
import { wordOf, words } from '../../words/words.ts';
import { Operations } from './operations.tsx';
import { Preview } from './preview.tsx';
import { branchOf, PlaceFields, RuleFields, settingsOf, type Connection } from './fields.tsx';

/** The Git repository with which a space is kept equal. For its admins. */
export function View({ ids: { spaceId: id = '' } }: ViewProps) {
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Read query={GitView} variables={{ id }} of={({ space }) => space} isNews={(one) => one.spaceId === id}>
      {(space) => (
        <>
          <SpaceTop space={space} title={words.git} />
          {secret !== null && (
            <div className="made" role="status">
              <Secret label={words.hookSecret} value={secret} hint={words.hookSecretHint} />
            </div>
          )}
          {space.connectedRepository ? (
            <Connected id={id} now={space.connectedRepository} onSecret={setSecret} />
          ) : (
            <Connect id={id} onSecret={setSecret} />
          )}
        </>
      )}
    </Read>
  );
}

interface ConnectProps {
  readonly id: string;
  readonly onSecret: (secret: string | null) => void;
}

const Connect = ({ id, onSecret }: ConnectProps) => (
  <section className="list">
    <h2>{words.connectGit}</h2>
    <p className="quiet">{words.connectGitHint}</p>
    <Form
      submit={words.connect}
      isPrimary
      isKept
      onSend={async ({ send, field }) => {
        const input = { ...settingsOf(field), priority: field('priority') as GitPriority };
        const data = await send(ConnectGit, { spaceId: id, input });
        if (data) onSecret(data.connectGit.hookSecret);
        return data;
      }}
    >
      <PlaceFields now={null} />
      <RuleFields now={null} />
    </Form>
  </section>
);

function Connected({ id, now, onSecret }: ConnectProps & { readonly now: Connection }) {
  const { url, ref, directory, status, changeRequestId, hook } = now;
  const isPaused = status === 'PAUSED';
  return (
    <>
      <List title={words.connection}>
        {[
          <Row
            key="state"
            title={`${url.replace(/^https:\/\//, '')} · ${branchOf(ref)}${directory && ` · ${directory}`}`}
            about={wordOf('gitStatus', status)}
          >
            {changeRequestId && (
              <a className="button" href={at('spaces', id, 'change-requests', changeRequestId)}>
                {words.resolveConflict}
              </a>
            )}
            <Action onAct={(send) => send(UpdateGit, { spaceId: id, input: { paused: !isPaused } })}>
              {isPaused ? words.resume : words.pause}
            </Action>
          </Row>,
          <Row
            key="hook"
            title={words.hook}
            about={
              <>
                {hook.instructions} <Secret label={words.address} value={hook.url} />
              </>
            }
          >
            {hook.settingsUrl && (
              <a className="button" href={hook.settingsUrl} target="_blank" rel="noreferrer">
                {words.openHost}
              </a>
            )}
            <Action
              confirm={{ title: words.rotateTitle, text: words.rotateHookText }}
              onAct={async (send) => {
                const data = await send(RotateHookSecret, { spaceId: id });
                if (data) onSecret(data.rotateGitHookSecret.hookSecret);
                return data;
              }}
            >
              {words.rotate}
            </Action>
          </Row>,
          <Row key="end" title={words.disconnect} about={words.disconnectHint}>
            <Action
              className="danger"
              confirm={{ title: words.disconnectTitle, text: words.disconnectHint }}
              onAct={async (send) => {
                const data = await send(DisconnectGit, { spaceId: id });
                if (data) onSecret(null);
                return data;
              }}
            >
              {words.disconnect}
            </Action>
          </Row>,
        ]}
      </List>
      <Preview spaceId={id} />
      <Operations spaceId={id} operations={now.operations} />
      <section className="list">
        <h2>{words.settings}</h2>
        <Form
          submit={words.save}
          isKept
          onSend={({ send, field }) => send(UpdateGit, { spaceId: id, input: settingsOf(field) })}
        >
          <PlaceFields now={now} />
          <RuleFields now={now} />
        </Form>
      </section>
    </>
  );
}
