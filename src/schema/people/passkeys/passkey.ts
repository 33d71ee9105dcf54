import { getPasskey, listPasskeys, type Passkey as PasskeyModel } from '../../../domain/people/passkeys/passkeys.ts';
import { relyingPartyOf } from '../../../domain/people/passkeys/relying-party.ts';
import { locationUrl } from '../../../domain/core/urls.ts';
import { emptyPage } from '../../../lib/page.ts';
import { builder } from '../../builder.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { ownId } from '../../plain-fields.ts';
import { User } from '../users/user.ts';

export const Passkey = builder.objectRef<PasskeyModel>('Passkey');

builder.node(Passkey, {
  description: 'A passkey by which a user signs in. Its key is not shown.',
  id: { description: 'Id of the passkey.', resolve: ownId },
  loadOne: (id, ctx) => getPasskey(ctx, id),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What its owner calls it.' }),
    rpId: t.exposeString('rpId', { description: 'The host that it was made for.' }),
    isUsable: t.boolean({
      description: 'Whether it works at the present address of the service: it does not after a change of the host.',
      resolve: ({ rpId }, _args, ctx) => rpId === relyingPartyOf(ctx.urls)?.id,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When somebody last signed in by it; null if never.',
    }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL of the passkey in the REST API.',
      resolve: ({ id }, _args, ctx) => locationUrl(ctx.urls, 'user', 'passkeys', id),
    }),
  }),
});

builder.queryField('passkey', (t) =>
  t.field({
    type: Passkey,
    nullable: true,
    description: 'A passkey of the caller by id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the passkey.' }) },
    resolve: (_root, { id }, ctx) => getPasskey(ctx, id),
  }),
);

const PasskeyConnection = connectionOf(Passkey, 'Passkey', 'a passkey', 'passkeys');

builder.objectField(User, 'passkeys', (t) =>
  t.field({
    type: PasskeyConnection,
    description: 'The passkeys of the caller, newest first. Empty for every other user.',
    args: { ...pageArgs },
    resolve: async (user, args, ctx) =>
      toConnection(user.id === ctx.actor.userId ? await listPasskeys(ctx, pageRequest(args)) : emptyPage),
  }),
);
