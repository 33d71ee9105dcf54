import type * as z from 'zod';
import { ChangeRequestDescription, ChangeRequestSubject } from '../src/domain/authoring/change-requests/fields.ts';
import { CollectionDescription, CollectionTitle } from '../src/domain/authoring/collections/fields.ts';
import { Authors, CommentMarkdown, maxReactions, NodeId } from '../src/domain/authoring/comments/fields.ts';
import * as edits from '../src/text/content/edit-fields.ts';
import { maxHolders } from '../src/domain/publishing/grants/fields.ts';
import { ImportUrl } from '../src/text/imports/fields.ts';
import { importLimits, maxBodyBytes } from '../src/text/imports/limits.ts';
import { crawlLimits } from '../src/text/imports/formats/website/crawl-limits.ts';
import { maxInvited } from '../src/domain/people/invites/fields.ts';
import { maxAttempts } from '../src/domain/core/jobs/fields.ts';
import { MemberSearchText } from '../src/domain/people/members/fields.ts';
import { EmailDomains, Hostname, maxLogoLength, OrganizationTitle } from '../src/domain/people/organizations/fields.ts';
import * as exported from '../src/domain/exchange/exports/fields.ts';
import * as pdf from '../src/text/pdf/limits.ts';
import { RequestedReviewers } from '../src/domain/authoring/reviews/fields.ts';
import { SearchText } from '../src/domain/authoring/search/fields.ts';
import { maxCustomizationBytes } from '../src/domain/publishing/customization/form.ts';
import { CustomHostname } from '../src/domain/publishing/hostnames/fields.ts';
import * as redirects from '../src/domain/publishing/redirects/fields.ts';
import { ShareLinkName, maxShareLinks } from '../src/domain/publishing/share-links/fields.ts';
import { FallbackUrl } from '../src/domain/publishing/visitor-auth/fields.ts';
import { IconUrl, SpaceTitle } from '../src/domain/authoring/spaces/fields.ts';
import { TeamTitle, UserNames } from '../src/domain/people/teams/fields.ts';
import { defaultLifetimeDays, maxLifetimeDays, TokenName } from '../src/domain/people/tokens/fields.ts';
import { DisplayName, Email, maxPhotoUrlLength } from '../src/domain/people/users/fields.ts';
import { defaultPageSize, maxPageSize } from '../src/lib/page.ts';

/** A row of docs/reference/limits.md: a schema whose length limits are shown, or the limit in words. */
export interface Limit {
  readonly name: string;
  readonly limit: z.ZodType | string;
  readonly where: string;
}

const row = (name: string, limit: z.ZodType | string, where: string): Limit => ({ name, limit, where });

const count = (value: number, unit: string) => `at most ${value.toLocaleString('en-US')} ${unit}`;
const mebibytes = (bytes: number) => `at most ${bytes / 1_048_576} MiB`;
const seconds = (ms: number) => `at most ${ms / 1_000} s`;

/** Limits that docs/reference/limits.md lists, by the name of their table. */
export const limits: Readonly<Record<string, readonly Limit[]>> = {
  titles: [
    row('Space title', SpaceTitle, '`title` of a space'),
    row('Collection title', CollectionTitle, '`title` of a collection'),
    row('Organization title', OrganizationTitle, '`title` of an organization'),
    row('Team title', TeamTitle, '`title` of a team'),
    row('Change request subject', ChangeRequestSubject, '`subject` of a change request'),
    row('Page title', edits.PageTitle, '`title` of a page, without spaces at its ends'),
    row('File name', edits.FileName, '`name` of a file; no control characters'),
    row('Display name', DisplayName, '`displayName` of a user'),
    row('Token name', TokenName, '`name` of an API token'),
    row('Hostname', Hostname, '`hostname` of an organization; letters, digits and hyphens'),
    row('Page slug', edits.PageSlug, '`slug` of a page; letters and digits of any script, `-`, `_`, `.`, `~`'),
  ],
  texts: [
    row('Collection description', CollectionDescription, '`description` of a collection'),
    row('Change request description', ChangeRequestDescription, '`description` of a change request, as Markdown'),
    row('Comment', CommentMarkdown, 'body of a comment or reply, as Markdown; must not be blank'),
    row('Page description', edits.PageDescription, '`description` of a page'),
    row('Page text', edits.PageMarkdown, 'Markdown of a page or reusable content'),
    row('Condition', edits.PageCondition, '`condition` of a page: one expression'),
    row('Page icon', edits.PageIcon, '`icon` of a page: the name of an icon'),
    row('Anchor', edits.Anchor, '`anchor` of a reference'),
    row('Node id', NodeId, '`node` and `tableCell` of a comment'),
    row('Search query', SearchText, '`query` of the search paths; must not be blank'),
    row('Member search', MemberSearchText, '`search` on the members of an organization'),
  ],
  urls: [
    row('Space icon', IconUrl, '`icon` of a space; http or https, no user name'),
    row('Organization logo', count(maxLogoLength, 'characters'), '`logo` of an organization'),
    row('User photo', count(maxPhotoUrlLength, 'characters'), '`photoURL` of a user'),
    row('File source', edits.FileUrl, '`url` of a file to insert; http or https, no user name'),
    row('Import source', ImportUrl, '`url` of an import; http or https'),
    row('Link target', edits.ReferenceUrl, '`url` of a reference; http, https, mailto or tel'),
    row('Email address', Email, 'every email address'),
  ],
  content: [
    row('Operations', count(edits.maxOperations, 'items'), '`changes` of one content request'),
    row('Inserted files', count(edits.maxInsertedFiles, 'items'), '`files` of one `insert_files`'),
    row('Fetched files', count(edits.maxFetchedFiles, 'items'), 'files of one request that come from a `url`'),
    row('Tree depth', count(edits.maxTreeDepth, 'levels'), 'pages on the way from the top to a page, itself included'),
    row('Variables', 'at most 200 names of 1 to 100 characters', '`variables` of a page or a space'),
    row('Variable value', 'at most 256 characters', 'the value of one variable'),
    row('Computed properties', 'at most 8,192 characters of JSON', '`computed.props` of a page'),
  ],
  people: [
    row('Email domains', EmailDomains, '`emailDomains` of an organization'),
    row('Invitations', `1 to ${maxInvited} items`, '`emails` of one invitation request'),
    row('Team changes', UserNames, '`add` and `remove` of a team’s members'),
    row('Grants', count(maxHolders, 'items'), '`users`, and `teams`, of one permissions request'),
    row('Requested reviewers', RequestedReviewers, '`users` of one review request, and all requests open at a time'),
    row('Authors', Authors, '`authors` filter of comments'),
    row('Reactions', count(maxReactions, 'items'), '`addedReactions` and `removedReactions` of one request'),
    row(
      'Token life',
      `${defaultLifetimeDays} days unless given, at most ${maxLifetimeDays} days`,
      '`expiresAt` of an API token',
    ),
  ],
  lists: [
    row(
      'Page size',
      `0 to ${maxPageSize.toLocaleString('en-US')}, ${defaultPageSize} when omitted`,
      '`limit`, and `first` in GraphQL',
    ),
  ],
  imports: [
    row('Archive', '`IMPORT_MAX_BYTES`, 2 GB unless set', 'an archive or an upload'),
    row('Archive entries', '`IMPORT_MAX_ENTRIES`, 50,000 unless set', 'files and folders of a ZIP archive'),
    row('Archive size', '`IMPORT_MAX_TOTAL_BYTES`, 4 GB unless set', 'all entries of an archive, decompressed'),
    row('Other source', mebibytes(maxBodyBytes), 'a source that is no archive'),
    row('Compression ratio', count(importLimits.maxRatio, 'times'), 'an entry larger than 1 MiB'),
    row('Document size', mebibytes(importLimits.maxDocumentBytes), 'one Markdown or HTML document'),
    row('Text size', '`IMPORT_MAX_TEXT_BYTES`, 100 MiB unless set', 'all documents of one import'),
    row('File size', '`FILE_MAX_BYTES`, 20 MiB unless set', 'one image or other file'),
    row('Crawled pages', '`IMPORT_MAX_PAGES`, 5,000 unless set', 'one website import'),
    row('Crawled bytes', mebibytes(crawlLimits.totalBytes), 'all pages of one website import'),
    row('Crawled page', `${mebibytes(crawlLimits.pageBytes)}, ${seconds(crawlLimits.pageMs)}`, 'one page of a website'),
    row('Crawl depth', count(crawlLimits.depth, 'links'), 'from the first page'),
    row('Crawl time', seconds(crawlLimits.totalMs), 'one website import'),
    row('Crawl delay', seconds(crawlLimits.pauseMs), 'the `Crawl-delay` of robots.txt that is honored'),
    row('Sitemaps', count(crawlLimits.sitemaps, 'files'), 'one website import'),
  ],
  pdf: [
    row('Pages', count(pdf.maxPages, 'pages'), 'pages of content in one PDF'),
    row('PDF size', mebibytes(pdf.maxPdfBytes), 'the finished file'),
    row('Images', mebibytes(pdf.maxImagesBytes), 'all images of one PDF'),
    row('Image', count(pdf.maxImagePixels, 'pixels'), 'one image'),
    row(
      'Rendering',
      `${seconds(pdf.maxRenderMs)}, ${pdf.maxRenderBytes / 1e6} MB`,
      'one part of a PDF; what takes more is divided',
    ),
  ],
  exports: [row('Archive', count(exported.maxExportBytes, 'bytes'), 'the export of a space or an organization')],
  sites: [
    row('Redirect source', redirects.RedirectSource, '`source` of a redirect, as in a URL'),
    row('Redirect target', redirects.RedirectUrl, '`url` of a redirect; http or https, no user name'),
    row('Custom hostname', CustomHostname, '`hostname` of a site; at least three labels'),
    row('Share link name', ShareLinkName, '`name` of a share link'),
    row('Share links', count(maxShareLinks, 'items'), 'one site'),
    row('Fallback URL', FallbackUrl, '`fallbackURL` of a site; http or https, no user name'),
    row('Customization', count(maxCustomizationBytes, 'bytes'), 'settings of a site or site space, as JSON'),
    row('Redirects', count(redirects.maxRedirects, 'items'), 'one site'),
    row('Redirects together', count(redirects.maxRedirectsTogether, 'items'), '`redirects` of one request'),
  ],
  jobs: [row('Attempts', count(maxAttempts, 'attempts'), 'one background job')],
};
