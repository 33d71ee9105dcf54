import type { ContentOperationName } from '../../../../text/content/edit-fields.ts';

const metadataMembers = ['title', 'slug', 'emoji', 'icon', 'hidden', 'noIndex', 'noRobotsIndex', 'condition'] as const;
const contentMembers = ['document', 'description', 'layout', 'cover', 'variables', 'computed', 'target'] as const;

/** Required and optional members of each operation. */
export const members: Readonly<Record<ContentOperationName, readonly [readonly string[], readonly string[]]>> = {
  insert_page: [[], ['type', 'into', 'at', 'ref', ...metadataMembers, ...contentMembers]],
  update_page: [['page'], ['into', 'at', ...metadataMembers, ...contentMembers]],
  move_page: [['page'], ['into', 'at']],
  delete_page: [['page'], []],
  revert_page: [['page'], ['revision']],
  insert_files: [['files'], []],
  rename_file: [['file', 'name'], []],
  delete_file: [['file'], []],
  set_variables: [['variables'], []],
  insert_reusable_content: [['title'], ['document', 'ref']],
  update_reusable_content: [['reusableContent'], ['title', 'document']],
  delete_reusable_content: [['reusableContent'], []],
};

/** Members for which null is valid: it selects the top of the tree, or removes the value. */
export const nullable: ReadonlySet<string> = new Set([
  ...(['into', 'emoji', 'icon', 'hidden', 'noIndex', 'noRobotsIndex', 'condition', 'description', 'layout'] as const),
  ...(['cover', 'variables', 'document'] as const),
]);
