import { EndClient, Me, MoreClients, Rename, SetMail, type MeQuery } from '../../__generated__/me.ts';
import { Read } from '../../client/read.tsx';
import { Action } from '../../parts/action.tsx';
import { Form, TextField } from '../../parts/form.tsx';
import { List, PagedList, Row } from '../../parts/list.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Head } from '../../parts/title.tsx';
import { fill, words } from '../../words/words.ts';
import { SignIns } from './sign-ins.tsx';
import { Tokens } from './tokens.tsx';
import { Watches } from './watches.tsx';

type Viewer = MeQuery['viewer'];

/** The account of the person: the profile, mail, sign-ins, tokens, and what they watch. */
export const View = () => (
  <Read query={Me} variables={{}} of={({ viewer }) => viewer}>
    {(viewer) => (
      <>
        <Head title={words.account}>{viewer.email && <p className="quiet">{viewer.email}</p>}</Head>
        <Profile viewer={viewer} />
        <Mail viewer={viewer} />
        <Watches watches={viewer.watching} />
        <SignIns viewer={viewer} />
        <Tokens viewer={viewer} />
        <Clients viewer={viewer} />
      </>
    )}
  </Read>
);

const Profile = ({ viewer: { id, displayName } }: { readonly viewer: Viewer }) => (
  <section className="list">
    <h2>{words.profile}</h2>
    <Form
      submit={words.save}
      isPrimary
      isKept
      onSend={({ send, field }) => send(Rename, { userId: id, displayName: field('displayName') })}
    >
      <TextField label={words.name} name="displayName" value={displayName} hint={words.nameHint} isRequired />
    </Form>
  </section>
);

function Mail({ viewer: { mailSettings } }: { readonly viewer: Viewer }) {
  if (mailSettings === null) return null;
  const { address, digests, isRefused } = mailSettings;
  return (
    <List title={words.notifications}>
      {[
        <Row
          key="digests"
          title={words.digests}
          about={
            address === null ? words.noMailAddress : fill(isRefused ? words.mailRefused : words.digestsTo, { address })
          }
        >
          <Action onAct={(send) => send(SetMail, { digests: !digests })} isDisabled={address === null}>
            {digests ? words.turnOff : words.turnOn}
          </Action>
        </Row>,
      ]}
    </List>
  );
}

const Clients = ({ viewer: { oauthGrants, organizations } }: { readonly viewer: Viewer }) => (
  <PagedList
    title={words.clients}
    empty={words.noClients}
    of={oauthGrants}
    query={MoreClients}
    variables={{}}
    pick={(data) => data.viewer.oauthGrants}
    each={({ grantId, clientName, organizationId, lastUsedAt, createdAt }) => (
      <Row
        key={grantId}
        title={clientName}
        about={
          <>
            {organizations.edges.find(({ node }) => node.id === organizationId)?.node.title} · {words.lastUsed}{' '}
            <Moment at={lastUsedAt ?? createdAt} />
          </>
        }
      >
        <Action
          className="plain"
          confirm={{ title: fill(words.endClientTitle, { name: clientName }), text: words.endClientText }}
          onAct={(send) => send(EndClient, { id: grantId })}
        >
          {words.revoke}
        </Action>
      </Row>
    )}
  />
);
