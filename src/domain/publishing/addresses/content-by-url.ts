import { notFound } from '../../../lib/errors.ts';
import { getChangeRequest, type ChangeRequest } from '../../authoring/change-requests/change-requests.ts';
import { getCollection, type Collection } from '../../authoring/collections/collections.ts';
import { findPage, getPage } from '../../authoring/content/pages.ts';
import type { Page } from '../../authoring/content/page.ts';
import { pickContent, contentOfChangeRequest } from '../../authoring/content/revisions.ts';
import type { Context, Urls } from '../../core/context.ts';
import { getSpace, type Space } from '../../authoring/spaces/spaces.ts';

/** The resource at a URL of the application: a collection, or a space with an optional change request and page. */
export interface ContentAtUrl {
  readonly collection: Collection | null;
  readonly space: Space | null;
  readonly changeRequest: ChangeRequest | null;
  readonly page: Page | null;
}

const nothing: ContentAtUrl = { collection: null, space: null, changeRequest: null, page: null };

const collectionPath = /^\/collections\/([\w-]+)\/?$/;
const spacePath = /^\/spaces\/([\w-]+)(?:\/change-requests\/([\w-]+))?(?:\/pages\/([\w-]+))?\/?$/;

/** Gets the resource at a URL of the application. */
export async function getContentByUrl(ctx: Context, url: string): Promise<ContentAtUrl> {
  const path = pathInApp(ctx.urls, url) ?? '';
  const [, collectionId] = collectionPath.exec(path) ?? [];
  if (collectionId !== undefined) return { ...nothing, collection: await getCollection(ctx, collectionId) };
  const [, spaceId, changeRequestId, pageId] = spacePath.exec(path) ?? [];
  if (spaceId === undefined) throw notFound('content at', url);
  const space = await getSpace(ctx, spaceId);
  const changeRequest =
    changeRequestId === undefined ? null : await getChangeRequest(ctx, { id: changeRequestId, spaceId });
  if (pageId === undefined) return { ...nothing, space, changeRequest };
  const revision = changeRequest ? await contentOfChangeRequest(ctx, changeRequest) : await pickContent(ctx, space);
  const page = await findPage(ctx, revision, pageId);
  const moved = page === null && !changeRequest ? await ctx.loaders.movedPage.load(`${spaceId} ${pageId}`) : null;
  if (moved === null) return { ...nothing, space, changeRequest, page: page ?? (await getPage(ctx, revision, pageId)) };
  const target = await getSpace(ctx, moved.toSpaceId);
  return { ...nothing, space: target, page: await getPage(ctx, await pickContent(ctx, target), pageId) };
}

/** The path of an application URL, without query and fragment; null for any other URL. */
function pathInApp({ app, base }: Urls, text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { origin, pathname } = new URL(text);
  const url = `${origin}${pathname}`;
  const root = [app, base].find((known) => url.startsWith(`${known}/`));
  return root === undefined ? null : url.slice(root.length);
}
