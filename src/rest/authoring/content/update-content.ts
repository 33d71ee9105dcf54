import type { ChangeRequestContentUpdate } from '../../__generated__/resources.ts';
import { ref, objectSchema, type Schema } from '../../schema.ts';

/** A change request, with the touched entries if they were requested. */
export const updatedChangeRequest = {
  present: (updated: ChangeRequestContentUpdate) => (updated.changes ? updated : updated.changeRequest),
  schema: () => ({ anyOf: [ref('ChangeRequest'), ref('UpdatedChangeRequestContent')] }),
  components: ({ properties }: Schema) => ({ UpdatedChangeRequestContent: objectSchema(properties as Schema) }),
};
