import type { ToolRequest } from '../handmade/mcp/protocol.ts';
import type { Safe } from '../lib/html.ts';
import type { Context } from '../domain/core/context.ts';
import type { Visit, VisitorInput } from '../domain/publishing/addresses/visit.ts';
import type { SiteCounts } from '../domain/publishing/statistics/counts.ts';
import type { Card } from '../infra/pdf/card.ts';
import type { Audience } from './answer.ts';

/** A request for a published URL. */
export interface ReaderRequest {
  /** The URL at which the site is addressed: scheme, host and path. */
  readonly url: string;
  /** Host of the proxy that the browser has called instead; null without one. */
  readonly proxyHost: string | null;
  readonly query: Readonly<Record<string, string>>;
  /** The query as it was written, without `?`. */
  readonly search: string;
  /** What the requests of the caller are counted by. */
  readonly address: string;
  readonly visitor: VisitorInput;
  readonly method: 'GET' | 'HEAD' | 'POST';
  /** The fields of a form that a page of the site has posted. */
  readonly form: Readonly<Record<string, string>>;
  /** The cookies of the browser, as it sends them. */
  readonly cookies: string;
  /** The message of an assistant to the tools of the site; null for readers. */
  readonly message: ToolRequest | null;
  /** Whether somebody is about to see the answer: a browser may fetch pages before its reader wants them. */
  readonly isSeen: boolean;
  /** Whether JSON is preferred to a page. */
  readonly wantsJson: boolean;
}

/** What the reader needs beside the context of a request. */
export interface ReaderParts {
  /** The drawing of an icon by its name; null for an unknown one. Most have no outlines, and are filled in both styles. */
  readonly findIcon: (name: string, style: 'regular' | 'solid') => Safe | null;
  /** Counts a search of an address: null while it may go on, else the seconds to wait. */
  readonly countSearch: (address: string) => number | null;
}

/** What the reader needs for the pages of sites. */
export interface SiteReaderParts extends ReaderParts {
  /** Count a PDF, a picture of a page, and an answer to a form of an address, as `countSearch`. */
  readonly countPdf: (address: string) => number | null;
  readonly countCard: (address: string) => number | null;
  /** Draws the picture of a page as PNG. Throws overloaded when too many wait. */
  readonly drawCard: (card: Card) => Promise<Buffer>;
  readonly countFeedback: (address: string) => number | null;
  /** Counts a sign-in that an address begins, as `countSearch`. */
  readonly countSignIn: (address: string) => number | null;
  /** What readers do, for the owners of sites. */
  readonly counts: Pick<SiteCounts, 'addPageView' | 'addMissedSearch'>;
}

/** How something is shown to whoever asks for it. */
export interface Showing {
  readonly parts: ReaderParts;
  readonly request: Pick<ReaderRequest, 'query' | 'search' | 'address' | 'wantsJson'>;
  readonly audience: Audience;
  readonly runsScripts: boolean;
  /** When the preview ends that is shown; null for what is no preview. */
  readonly previewEndsAt: Date | null;
  /** Below what path the styles and scripts are; that of the site when omitted. */
  readonly assetsRoot?: string;
}

/** A visit of a site with what is answered to it. */
export interface Reading extends Showing {
  readonly parts: SiteReaderParts;
  readonly ctx: Context;
  readonly request: ReaderRequest;
  readonly visit: Visit;
}

/** Whether a visit is one of a reader, and not a preview. */
export const isCounted = ({ visitor }: Visit): boolean => visitor.admission.preview !== true;
