import type { CommentBody } from '../__generated__/resources.ts';
import { ref, objectSchema, type Schema } from '../schema.ts';

/** The text of a comment in the form that was asked for. */
export const body = {
  present: ({ markdown, document }: CommentBody) => (typeof markdown === 'string' ? { markdown } : { document }),
  schema: ({ properties }: Schema) => {
    const { markdown } = properties as Schema;
    return { anyOf: [objectSchema({ markdown }), objectSchema({ document: ref('JsonDocument') })] };
  },
};
