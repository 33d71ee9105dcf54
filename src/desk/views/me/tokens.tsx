import { useState } from 'react';
import { CreateToken, MoreTokens, RevokeToken, type MeQuery, type Scope } from '../../__generated__/me.ts';
import { Action } from '../../parts/action.tsx';
import { Form, SelectField, TextField, type Sending } from '../../parts/form.tsx';
import { PagedList, Row } from '../../parts/list.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Secret } from '../../parts/secret.tsx';
import { fill, words } from '../../words/words.ts';
import { ScopeFields, scopesOf } from './scopes.tsx';

type Viewer = MeQuery['viewer'];
type Token = Viewer['apiTokens']['edges'][number]['node'];

const prefix = 'scope ';

/** The tokens by which programs act for the person. Sessions are shown as such, and integrations have tokens of their own. */
export function Tokens({ viewer }: { readonly viewer: Viewer }) {
  return (
    <>
      <PagedList
        title={words.tokens}
        empty={words.noTokens}
        of={viewer.apiTokens}
        query={MoreTokens}
        variables={{}}
        pick={(data) => data.viewer.apiTokens}
        each={(token) => isShown(token) && <TokenRow key={token.id} token={token} viewer={viewer} />}
      />
      <details className="panel">
        <summary>{words.newToken}</summary>
        <NewToken viewer={viewer} />
      </details>
    </>
  );
}

const isShown = ({ kind, revokedAt }: Token) => revokedAt === null && (kind === 'USER' || kind === 'BOOTSTRAP');

function NewToken({ viewer: { organizations } }: { readonly viewer: Viewer }) {
  const [limit, setLimit] = useState('all');
  const [made, setMade] = useState<{ readonly token: string; readonly name: string } | null>(null);
  const create = async ({ send, field }: Sending) => {
    const day = field('expiresAt');
    const data = await send(CreateToken, {
      input: {
        name: field('name'),
        ...(day === '' ? {} : { expiresAt: `${day}T23:59:59.000Z` }),
        ...(field('organizationId') === '' ? {} : { organizationId: field('organizationId') }),
        ...(limit === 'all' ? {} : { scopes: scopesOf(field, prefix) }),
      },
    });
    if (data) setMade({ token: data.createApiToken.token, name: data.createApiToken.apiToken.name });
    return data;
  };
  return (
    <>
      {made && (
        <div className="made" role="status">
          <Secret label={fill(words.tokenMade, { name: made.name })} value={made.token} hint={words.shownOnce} />
        </div>
      )}
      <Form submit={words.createToken} isPrimary onSend={create}>
        <TextField label={words.name} name="name" hint={words.tokenNameHint} isRequired maxLength={100} />
        <TextField label={words.expires} name="expiresAt" type="date" hint={words.expiresHint} />
        <SelectField
          label={words.organization}
          name="organizationId"
          value=""
          options={[
            ['', words.everyOrganization],
            ...organizations.edges.map(({ node: { id, title } }) => [id, title] as const),
          ]}
        />
        <fieldset className="checks">
          <legend>{words.mayDo}</legend>
          {(['all', 'some'] as const).map((one) => (
            <label key={one} className="check">
              <input type="radio" name="limit" checked={limit === one} onChange={() => setLimit(one)} />
              {one === 'all' ? words.allScopes : words.someScopes}
            </label>
          ))}
        </fieldset>
        {limit === 'some' && <ScopeFields prefix={prefix} />}
      </Form>
    </>
  );
}

function TokenRow({ token, viewer }: { readonly token: Token; readonly viewer: Viewer }) {
  const { id, name, prefix: begin, lastFour, lastUsedAt, expiresAt, scopes, organizationId } = token;
  const organization = viewer.organizations.edges.find(({ node }) => node.id === organizationId)?.node.title;
  return (
    <Row
      title={name}
      about={
        <>
          <code>
            {begin}…{lastFour}
          </code>{' '}
          · {organization && <>{organization} · </>}
          {scopesAsWords(scopes)} ·{' '}
          {lastUsedAt ? (
            <>
              {words.lastUsed} <Moment at={lastUsedAt} />
            </>
          ) : (
            words.neverUsed
          )}
          {expiresAt && (
            <>
              {' '}
              · {words.expires.toLowerCase()} <Moment at={expiresAt} />
            </>
          )}
        </>
      }
    >
      <Action
        className="plain"
        label={fill(words.revokeName, { name })}
        confirm={{ title: fill(words.revokeTokenTitle, { name }), text: words.revokeTokenText }}
        onAct={(send) => send(RevokeToken, { id })}
      >
        {words.revoke}
      </Action>
    </Row>
  );
}

/** How much of a token is told in one line. */
const scopesToTell = 3;

/** The scopes as the API spells them, the first of many. */
function scopesAsWords(scopes: readonly Scope[]): string {
  const told = scopes.slice(0, scopesToTell).map((scope) => scope.toLowerCase().replaceAll('_', ':'));
  const more = scopes.length - told.length;
  const names = told.join(', ').replaceAll('change:requests', 'change-requests');
  return more > 0 ? `${names} ${fill(words.moreChanges, { count: more })}` : names;
}
