import type { ContentChange } from '../../__generated__/resources.ts';
import { objectSchema, type Schema } from '../../schema.ts';

/** A change. The kind of the change determines whether it has a page, a file or a reusable content. */
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
