import { readFileSync, readdirSync } from 'node:fs';
import { buildSchema, isEnumType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notifiedTypes } from '../../src/domain/core/events/notified.ts';
import { languages } from '../../src/desk/words/language.ts';
import { closeBrowser, hasChromium } from '../browser.ts';
import { anOrganization } from '../factories.ts';
import { openAs, startDesk, type DeskServer } from './desk-server.ts';

const folder = new URL('../../src/desk/', import.meta.url);
const wordsOf = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`words/${language}.json`, folder), 'utf8'));
const english = wordsOf('en');
const others = Object.keys(languages).filter((language) => language !== 'en');
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([one]) => one).toSorted();

const sources = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('__generated__'))
  .map((name) => readFileSync(new URL(name, folder), 'utf8'));

/** The words of a language without those for a number, and the forms of these by their name. */
function sorted(words: Readonly<Record<string, string>>) {
  const plain = new Map<string, string>();
  const forms = new Map<string, Map<string, string>>();
  for (const [key, text] of Object.entries(words)) {
    const [name = '', form] = key.split('.');
    if (form === undefined) plain.set(key, text);
    else forms.set(name, (forms.get(name) ?? new Map<string, string>()).set(form, text));
  }
  return { plain, forms };
}

/** The forms that a language has for whole numbers, and the one for all others. */
const formsIn = (language: string) => {
  const rules = new Intl.PluralRules(language);
  return [...new Set([...Array.from({ length: 1_000 }, (_none, n) => rules.select(n)), 'other'])].toSorted();
};

describe('the words of the desk', () => {
  it('are in all languages of published sites', () => {
    const files = (path: string) =>
      readdirSync(new URL(path, import.meta.url))
        .filter((name) => name.endsWith('.json'))
        .toSorted();
    expect(files('../../src/desk/words')).toEqual(files('../../src/text/words'));
    expect(Object.keys(languages).map((language) => `${language}.json`)).toEqual(files('../../src/desk/words'));
  });

  it.each(Object.keys(languages))('%s says nothing twice', (language) => {
    const text = readFileSync(new URL(`words/${language}.json`, folder), 'utf8');
    const keys = [...text.matchAll(/^ {2}"([^"]+)":/gm)].map(([, key]) => key);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it.each(others)('%s says everything, with the same values and all its forms of plurals', (language) => {
    const [expected, words] = [sorted(english), sorted(wordsOf(language))];
    expect([...words.plain.keys()].toSorted()).toEqual([...expected.plain.keys()].toSorted());
    for (const [key, text] of words.plain)
      expect([key, ...placeholders(text)]).toEqual([key, ...placeholders(expected.plain.get(key) ?? '')]);
    expect([...words.forms.keys()].toSorted()).toEqual([...expected.forms.keys()].toSorted());
    for (const [name, forms] of words.forms) {
      expect([name, ...[...forms.keys()].toSorted()]).toEqual([name, ...formsIn(language)]);
      const wanted = placeholders(expected.forms.get(name)?.get('other') ?? '');
      expect([name, placeholders(forms.get('other') ?? '')]).toEqual([name, wanted]);
    }
    for (const text of Object.values(wordsOf(language))) expect(text).toBe(text.trim());
  });

  it('are all used', () => {
    const text = sources.join('\n');
    const prefixes = new Set([...text.matchAll(/wordOf\('(\w+)'/g)].map(([, prefix]) => prefix));
    const isUsed = (key: string) =>
      new RegExp(`\\bwords\\.${key}\\b|['\\[]${key}['\\]]`).test(text) ||
      [...prefixes].some((prefix) => key.startsWith(`${prefix}`) && /^[A-Z]/.test(key.slice(prefix?.length)));
    const names = [...new Set(Object.keys(english).map((key) => key.split('.')[0] ?? ''))];
    expect(names.filter((name) => !isUsed(name))).toEqual([]);
  });

  it('are there for every value that the schema has where a view names it', () => {
    const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));
    const valuesOf = (name: string) => {
      const type = schema.getType(name);
      return isEnumType(type) ? type.getValues().map((one) => one.name) : [];
    };
    const ofAccounts = ['api_token.created', 'api_token.revoked', 'passkey.added', 'passkey.removed'];
    const events = [...notifiedTypes, ...ofAccounts].map((type) => type.replaceAll('.', '_').toUpperCase());
    /** The values of each prefix; null for those of the desk itself, of which the types know. */
    const values: Readonly<Record<string, readonly string[] | null>> = {
      audience: valuesOf('SiteVisibility'),
      by: valuesOf('EventSource'),
      change: valuesOf('ContentChangeType'),
      conflict: valuesOf('ConflictKind'),
      corners: null,
      delivery: valuesOf('WebhookDeliveryState'),
      destination: valuesOf('SiteRedirectDestinationKind'),
      // Types of events are named as the settings of webhooks name them.
      did: null,
      direction: valuesOf('GitDirection'),
      disabled: valuesOf('WebhookDisabledReason'),
      editMode: valuesOf('EditMode'),
      event: events,
      events: null,
      gitChange: valuesOf('GitPreviewAction'),
      gitStatus: valuesOf('GitConnectionStatus'),
      header: valuesOf('SiteHeaderPreset'),
      installation: valuesOf('InstallationStatus'),
      job: null,
      jobState: valuesOf('JobState'),
      look: null,
      may: null,
      onConflict: valuesOf('GitConflictRule'),
      priority: valuesOf('GitPriority'),
      pullRequests: valuesOf('GitPullRequests'),
      readers: valuesOf('SiteVisibility'),
      reason: valuesOf('NotificationReason'),
      review: valuesOf('ReviewStatus'),
      role: valuesOf('Role'),
      saml: valuesOf('SamlProviderStatus'),
      scheme: null,
      scope: null,
      selection: valuesOf('InstallationSelection'),
      source: null,
      status: valuesOf('ChangeRequestStatus'),
      style: valuesOf('SiteAnnouncementStyle'),
      sync: valuesOf('GitOperationState'),
      synced: valuesOf('GitDirection'),
      take: null,
      target: valuesOf('SiteLinkTargetKind'),
      teamRole: valuesOf('TeamMemberRole'),
      theme: valuesOf('SiteTheme'),
      verdict: null,
      watch: valuesOf('WatchLevel'),
    };
    const used = sources.flatMap((text) => [...text.matchAll(/wordOf\('(\w+)'/g)].map(([, prefix = '']) => prefix));
    expect([...new Set(used)].filter((prefix) => !(prefix in values))).toEqual([]);
    const nameOf = (prefix: string, value: string) =>
      prefix +
      value
        .toLowerCase()
        .split('_')
        .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
        .join('');
    const wanted = Object.entries(values).flatMap(([prefix, all]) => (all ?? []).map((value) => nameOf(prefix, value)));
    expect(wanted.length).toBeGreaterThan(60);
    expect(wanted.filter((name) => !(name in english))).toEqual([]);
  });
});

describe.runIf(hasChromium)('the desk in a browser', () => {
  let desk: DeskServer;
  beforeAll(async () => {
    desk = await startDesk();
  });
  afterAll(async () => {
    await desk.app.close();
    await closeBrowser();
  });

  it.each([
    ['de-CH', 'de', 'Für dich'],
    ['nb-NO', 'no', 'Til deg'],
    ['zh-Hant-TW', 'zh', '与你有关'],
    ['ko-KR', 'en', 'For you'],
  ])('whose language is %s has the words of %s', async (locale, language, title) => {
    const { owner } = await anOrganization(desk.server);
    const { page, complaints, close } = await openAs(desk, owner, { locale });
    await page.goto(`${desk.base}/app`);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    expect(complaints).toEqual([]);
    await close();
  });

  it('has those that somebody has chosen, also in a new tab', async () => {
    const { owner } = await anOrganization(desk.server);
    const { page, requests, close } = await openAs(desk, owner, { locale: 'de' });
    await page.goto(`${desk.base}/app`);
    await page.getByText('Example user').first().click();
    await page.getByLabel('Sprache der Oberfläche').selectOption('Français');
    await page.getByRole('heading', { level: 1, name: 'Pour vous' }).waitFor();
    const second = await page.context().newPage();
    await second.goto(`${desk.base}/app`);
    await second.getByRole('heading', { level: 1, name: 'Pour vous' }).waitFor();
    const loaded = requests.flatMap((url) => /\/desk\/([a-z]{2})\.\w+\.json$/.exec(url)?.[1] ?? []);
    expect([...new Set(loaded)]).toEqual(['de', 'fr']);
    await close();
  });
});
