import type { ChangeRequestViewQuery } from '../../__generated__/change-request.ts';

export type Space = NonNullable<ChangeRequestViewQuery['space']>;
export type Request = NonNullable<Space['changeRequest']>;
export type Change = Request['changes']['items'][number];

/** What the parts of the view share. */
export interface Facts {
  readonly space: Space;
  readonly request: Request;
  readonly viewerId: string;
}

/** Whether a change request can still be changed. */
export const isAlive = ({ status }: Pick<Request, 'status'>): boolean => status === 'DRAFT' || status === 'OPEN';

/** The facts of one that shows a pull request, which nobody edits or merges here. */
export const asShown = (facts: Facts): Facts =>
  facts.request.pullRequestUrl === null
    ? facts
    : {
        ...facts,
        space: { ...facts.space, permissions: { ...facts.space.permissions, edit: false, merge: false } },
      };
