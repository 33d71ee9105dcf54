import type { Invite } from '../__generated__/resources.ts';
import { objectSchema, type Schema } from '../schema.ts';

/** An invite to the organization has a role, one to a space or collection a level. */
export const invite = {
  present: ({ object, id, redundant, role, level, space, collection }: Invite) => {
    const base = { object, id, redundant };
    if (level && space) return { ...base, level, space };
    if (level && collection) return { ...base, level, collection };
    return { ...base, role };
  },
  schema: ({ properties }: Schema) => {
    const { object, id, redundant, role, level, space, collection } = properties as Schema;
    const base = { object, id, redundant };
    return {
      anyOf: [
        objectSchema({ ...base, role }),
        objectSchema({ ...base, level, space }),
        objectSchema({ ...base, level, collection }),
      ],
    };
  },
};
