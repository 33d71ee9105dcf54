import { scopesOfIntegration } from '../../../access/integration-scopes.ts';
import type { EventType } from '../../core/events/catalogue.ts';
import type { installationTypes } from '../../core/events/patterns.ts';
import type { EventRow } from '../../../loaders/events.ts';
import { scopeOfType } from '../webhooks/patterns.ts';
import { isConfigured } from './configuration.ts';
import type { InstallationStatus } from './fields.ts';

/** What an installation may be sent. */
export interface InstallationView {
  readonly installationId: string;
  readonly isInstalled: boolean;
  readonly paused: boolean;
  /** The scopes that were agreed to and that the integration still requests. */
  readonly scopes: readonly string[];
  readonly configurations: unknown;
  readonly configuration: unknown;
  /** Ids of its spaces that the events belong to. */
  readonly spaces: readonly string[];
  /** The configuration of each of its spaces and sites that the events are about, by id. */
  readonly places: Readonly<Record<string, unknown>>;
}

type Event = Pick<EventRow, 'id' | 'type' | 'subjectId' | 'spaceId' | 'data'>;

/** Makes the members of an event beside its id, type and installation; null when it is not sent. */
type Compose = (view: InstallationView, event: Event) => object | null;

const statusAt = (view: InstallationView, level: 'account' | 'space' | 'site', values: unknown): InstallationStatus => {
  if (view.paused) return 'paused';
  return isConfigured(view.configurations, level, values) ? 'active' : 'pending';
};

const dataOf = ({ data }: Event) => data as Readonly<Record<string, unknown>>;

/** An event of the installation itself: one place of it, or the whole. */
const isOwn = ({ installationId }: InstallationView, event: Event) =>
  event.subjectId === installationId || dataOf(event)['installation'] === installationId;

const ofInstallation: Compose = (view, event) =>
  isOwn(view, event) && view.isInstalled ? { status: statusAt(view, 'account', view.configuration) } : null;

const ofPlace =
  (level: 'space' | 'site'): Compose =>
  (view, event) => {
    const values = view.places[event.subjectId];
    return isOwn(view, event) && values !== undefined
      ? { [`${level}Id`]: event.subjectId, status: statusAt(view, level, values) }
      : null;
  };

const ofEnd =
  (member?: 'spaceId' | 'siteId'): Compose =>
  (view, event) =>
    isOwn(view, event) ? { ...(member && { [member]: event.subjectId }), previous: {} } : null;

/** What happens in a space of the installation. A paused one is not sent that. */
const inSpace =
  (members: (data: Readonly<Record<string, unknown>>) => object): Compose =>
  (view, event) => {
    const { spaceId } = event;
    if (spaceId === null || !view.spaces.includes(spaceId) || view.paused) return null;
    if (!scopesOfIntegration(view.scopes).has(scopeOfType(event.type as EventType))) return null;
    return { spaceId, ...members(dataOf(event)) };
  };

/** A sync with a repository. What was not known before it failed is left out. */
const ofSync = (state?: 'success' | 'failure'): Compose =>
  inSpace(({ revision, commit }) => ({
    ...(state && { state }),
    ...(typeof revision === 'string' && { revisionId: revision }),
    ...(typeof commit === 'string' && { commitId: commit }),
  }));

/** The types that the public client of integrations knows, by the type of the event. */
const publicTypes: Record<(typeof installationTypes)[number], { readonly type: string; readonly compose: Compose }> = {
  'installation.created': { type: 'installation_setup', compose: ofInstallation },
  'installation.updated': { type: 'installation_setup', compose: ofInstallation },
  'installation.deleted': { type: 'installation_deleted', compose: ofEnd() },
  'installation_space.added': { type: 'space_installation_setup', compose: ofPlace('space') },
  'installation_space.updated': { type: 'space_installation_setup', compose: ofPlace('space') },
  'installation_space.removed': { type: 'space_installation_deleted', compose: ofEnd('spaceId') },
  'installation_site.added': { type: 'site_installation_setup', compose: ofPlace('site') },
  'installation_site.updated': { type: 'site_installation_setup', compose: ofPlace('site') },
  'installation_site.removed': { type: 'site_installation_deleted', compose: ofEnd('siteId') },
  'content.updated': { type: 'space_content_updated', compose: inSpace(({ revision }) => ({ revisionId: revision })) },
  'git_sync.started': { type: 'space_gitsync_started', compose: ofSync() },
  'git_sync.completed': { type: 'space_gitsync_completed', compose: ofSync('success') },
  'git_sync.failed': { type: 'space_gitsync_completed', compose: ofSync('failure') },
};

/** The bodies that are sent to an installation for an event in the form of the public client: one, or none when it is not sent. */
export function publicBodies(view: InstallationView, event: Event): string[] {
  const known = (publicTypes as Partial<Record<string, (typeof publicTypes)['content.updated']>>)[event.type];
  const members = known?.compose(view, event) ?? null;
  if (!known || members === null) return [];
  const { installationId } = view;
  return [JSON.stringify({ eventId: event.id, type: known.type, installationId, ...members })];
}
