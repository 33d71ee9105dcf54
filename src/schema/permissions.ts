import { builder } from './builder.ts';
import { spellName } from './member-names.ts';

/** Defines the type of a `permissions` object, with one boolean per action. */
export function permissionsType<const Flag extends string>(name: string, flags: Readonly<Record<Flag, string>>) {
  return builder.objectRef<Readonly<Record<Flag, boolean>>>(name).implement({
    description: 'Which actions the caller may perform.',
    fields: (t) =>
      Object.fromEntries(
        Object.entries<string>(flags).map(([flag, description]) => [
          spellName(flag),
          t.exposeBoolean(flag as never, { description }),
        ]),
      ),
  });
}
