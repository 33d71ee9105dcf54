import type { ContentChange } from '../__generated__/resources.ts';
import { objectSchema, type Schema } from '../schema.ts';

/** The member that names the changed page, file or reusable content depends on the kind of the change. */
export const contentChange = {
  present: ({ type, subjectId, title, titleBefore, fields, hunks }: ContentChange) => {
    const subject = { id: subjectId, title };
    return {
      type,
      page: type.startsWith('page_') ? subject : undefined,
      file: type.startsWith('file_') ? subject : undefined,
      reusableContent: type.startsWith('reusable_content_') ? subject : undefined,
      titleBefore: titleBefore === title ? undefined : titleBefore,
      fields,
      hunks,
    };
  },
  schema: ({ properties }: Schema) => {
    const { type, subjectId, title, titleBefore, fields, hunks } = properties as Schema;
    const subject = objectSchema({ id: subjectId, title });
    return objectSchema(
      { type, fields, hunks },
      { page: subject, file: subject, reusableContent: subject, titleBefore },
    );
  },
};
