import type { MemberTool } from './member-tool.ts';
import { apiTools } from './tools/apis.ts';
import { changeRequestTools } from './tools/change-requests.ts';
import { commentTools } from './tools/comments.ts';
import { editTools } from './tools/edits.ts';
import { pageTools } from './tools/pages.ts';
import { spaceTools } from './tools/spaces.ts';

/** The tools of members, in the order in which they are listed. */
export const memberTools: readonly MemberTool[] = [
  ...spaceTools,
  ...pageTools,
  ...apiTools,
  ...changeRequestTools,
  ...editTools,
  ...commentTools,
];
