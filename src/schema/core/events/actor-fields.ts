import type { builder } from '../../builder.ts';
import { User } from '../../people/users/user.ts';

type FieldBuilder<Of> = PothosSchemaTypes.ObjectFieldBuilder<(typeof builder)['$inferSchemaTypes'], Of>;

/** Fields for the user who did something: by id, and as an object. `deed` completes “the user who …”. */
export const actorFields = <Of extends { readonly actorId: string | null }>(t: FieldBuilder<Of>, deed: string) => ({
  actorId: t.id({
    nullable: true,
    description: `Id of the user who ${deed}; null for what the service did itself.`,
    resolve: ({ actorId }) => actorId,
  }),
  actor: t.field({
    type: User,
    nullable: true,
    description: `The user who ${deed}; null for what the service did itself.`,
    resolve: ({ actorId }, _args, ctx) => (actorId === null ? null : ctx.loaders.user.load(actorId)),
  }),
});
