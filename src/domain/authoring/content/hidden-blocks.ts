import type { RevisionRow } from '../../../db/content/states.ts';
import { hiddenBlocks } from '../../../text/markdown/conditional-blocks.ts';
import type { Context } from '../../core/context.ts';
import type { Conditions } from '../../people/visitors/conditions.ts';
import { loadHiddenParts } from './audience.ts';
import { outlineOf } from './outline.ts';

/** A conditional block that is hidden from a visitor who sees the rest of its text. */
export interface HiddenTextBlock {
  readonly kind: 'page' | 'reusable-content';
  /** Id of the page or reusable content. */
  readonly subjectId: string;
  readonly title: string;
  readonly condition: string;
  /** Why the condition cannot be evaluated; null when it can. */
  readonly problem: string | null;
  /** Offsets in the Markdown, in UTF-16 code units. */
  readonly startsAt: number;
  readonly endsAt: number;
}

/** Lists the hidden conditional blocks of a revision, except in texts that are hidden as a whole. */
export async function findHiddenBlocks(
  ctx: Context,
  revision: RevisionRow,
  conditions: Conditions,
): Promise<HiddenTextBlock[]> {
  const [outline, hidden] = await Promise.all([outlineOf(ctx, revision), loadHiddenParts(ctx, revision, conditions)]);
  if (outline === null || hidden === null) return [];
  const { spaceVariables: space } = outline;
  return [...outline.texts]
    .filter(([id]) => !hidden.pages.has(id))
    .flatMap(([subjectId, { kind, title, length, tags, variables: page }]) =>
      hiddenBlocks(length, tags, (condition) => conditions.holds(condition, { space, page })).map(
        ({ start: startsAt, end: endsAt, ...block }) => ({ kind, subjectId, title, ...block, startsAt, endsAt }),
      ),
    );
}
