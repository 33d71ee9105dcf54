import type { ShownPlace } from './shown.ts';

type Place = Pick<ShownPlace, 'site' | 'settings'>;

/** Whether the site serves what is made for agents: tools, `llms.txt`, `llms-full.txt` and the Markdown of pages. */
export const servesAgents = ({ site }: Pick<Place, 'site'>): boolean => site.agentsContext === 'included';

/** Whether everybody who has its address may read the site. */
const isOpen = ({ site }: Pick<Place, 'site'>): boolean =>
  site.visibility === 'public' || site.visibility === 'unlisted';

/** Whether pages link to AI services, which read the page at its address: it must be open to everybody. */
export const offersAssistants = ({ site, settings }: Place): boolean =>
  servesAgents({ site }) && settings.pageActions?.externalAI === true && isOpen({ site });

/** Whether pages show how assistants connect to the tools of the site, which must be open to whom has its address. */
export const offersTools = ({ site, settings }: Place): boolean =>
  servesAgents({ site }) && settings.pageActions?.mcp === true && site.visibility !== 'visitor-auth';

/** Whether pages offer their Markdown, at their address with `.md`. */
export const offersMarkdown = ({ site, settings }: Place): boolean =>
  servesAgents({ site }) && settings.pageActions?.markdown !== false;

/** Whether pages can be had as PDF. What is not published is not printed. */
export const offersPdf = ({ settings, view }: Pick<ShownPlace, 'settings' | 'view'>): boolean =>
  view === null && settings.pdf?.enabled === true;

/** Whether pages say until when they are verified. What is not published is not what was verified. */
export const showsVerification = ({ settings, view }: Pick<ShownPlace, 'settings' | 'view'>): boolean =>
  view === null && settings.freshness?.showVerifiedUntil === true;

/** Whether pages without a picture of their own have one that is drawn for cards of other services. */
export const offersCards = ({ site, settings, view }: Pick<ShownPlace, 'site' | 'settings' | 'view'>): boolean =>
  view === null && isOpen({ site }) && settings.socialPreview?.url === undefined;
