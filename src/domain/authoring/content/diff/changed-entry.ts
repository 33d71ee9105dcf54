import type { Context } from '../../../core/context.ts';
import { findFile, type File } from '../files.ts';
import type { Page } from '../page.ts';
import { findPage } from '../pages.ts';
import type { ContentChange } from './describe.ts';

// The entries of a list of changes take one statement for each kind and side, because the loaders read them together.

/** Finds the page of a change in the later state; null when it has gone or the change is about something else. */
export const findChangedPage = async (ctx: Context, { id, after, states }: ContentChange): Promise<Page | null> =>
  states && after?.kind === 'page' ? findPage(ctx, states.after, id) : null;

/** Finds the file of a change in the later state; null when it has gone or the change is about something else. */
export const findChangedFile = async (ctx: Context, { id, after, states }: ContentChange): Promise<File | null> =>
  states && after?.kind === 'file' ? findFile(ctx, states.after, id) : null;

/** Finds the path of a page in the earlier state; null when it was not there or has no path. */
export async function findPreviousPath(ctx: Context, { id, before, states }: ContentChange): Promise<string | null> {
  if (!states || before?.kind !== 'page' || before.slug === null) return null;
  return (await ctx.loaders.contentPage.load({ state: states.before, id }))?.path ?? null;
}
