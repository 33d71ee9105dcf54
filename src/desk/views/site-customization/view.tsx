import { useState } from 'react';
import {
  ResetCustomization,
  SaveCustomization,
  SiteCustomizationView,
  type SiteCustomizationInput,
  type SiteCustomizationViewQuery,
} from '../../__generated__/site-customization.ts';
import { Read } from '../../client/read.tsx';
import type { ViewProps } from '../../frame/view.tsx';
import { Action } from '../../parts/action.tsx';
import { CheckField, Field, Form, SelectField, TextField, type Sending } from '../../parts/form.tsx';
import { SiteTop } from '../../parts/space-top.tsx';
import { wordOf, words } from '../../words/words.ts';
import { FooterGroups, HeaderLinks } from './header-and-footer.tsx';
import { Preview } from './preview.tsx';

type Site = NonNullable<SiteCustomizationViewQuery['site']>;

const themes = ['CLEAN', 'MUTED', 'BOLD', 'GRADIENT'] as const;
const corners = ['ROUNDED', 'STRAIGHT', 'CIRCULAR'] as const;
const presets = ['DEFAULT', 'BOLD', 'CONTRAST', 'NONE'] as const;
const schemes = ['LIGHT', 'DARK'] as const;
const styles = ['INFO', 'WARNING', 'DANGER', 'SUCCESS'] as const;
const locales = ['EN', 'DE', 'ES', 'FR', 'JA', 'NL', 'NO', 'PT_BR', 'RU', 'ZH'] as const;

/** What a site looks like, with its first page beside it as it would be with what is chosen. All of it opens in a tab of its own. */
export const View = ({ ids: { organizationId = '', siteId: id = '' } }: ViewProps) => (
  <Read
    query={SiteCustomizationView}
    variables={{ id, organizationId }}
    of={({ site }) => site}
    isNews={(one) => one.siteId === id}
  >
    {(site) => (
      <>
        <SiteTop site={site} title={words.customization}>
          {site.preview?.url && (
            <p className="actions">
              <a className="button" href={site.preview.url} target="octavo-preview">
                {words.openPreview}
              </a>
            </p>
          )}
        </SiteTop>
        <Customized site={site} />
      </>
    )}
  </Read>
);

const nothing = { look: {}, header: {}, footer: {} } as const;

function Customized({ site }: { readonly site: Site }) {
  const [unsaved, setUnsaved] = useState<Readonly<Record<keyof typeof nothing, SiteCustomizationInput>>>(nothing);
  const { customization, id, organizationId } = site;
  const editing = (part: keyof typeof nothing) => (input: SiteCustomizationInput) =>
    setUnsaved((before) => ({ ...before, [part]: input }));
  const { look, header, footer } = unsaved;
  return (
    <div className="customization">
      <div>
        <Look site={site} onEdit={editing('look')} />
        <HeaderLinks site={site} onEdit={editing('header')} />
        <FooterGroups site={site} onEdit={editing('footer')} />
      </div>
      <Preview
        siteId={id}
        organizationId={organizationId}
        since={JSON.stringify(customization)}
        unsaved={{
          ...look,
          header: { ...look.header, ...header.header },
          footer: { ...look.footer, ...footer.footer },
        }}
      />
    </div>
  );
}

interface LookProps {
  readonly site: Site;
  readonly onEdit: (input: SiteCustomizationInput) => void;
}

function Look({ site, onEdit }: LookProps) {
  const { customization: now, id, organizationId } = site;
  const ids = { siteId: id, organizationId };
  const edited = ({ form, field }: Omit<Sending, 'send'>) => inputOf(now, field, new FormData(form));
  const save = async ({ send, ...sending }: Sending) => {
    const saved = await send(SaveCustomization, { ...ids, input: edited(sending) });
    if (saved) onEdit({});
    return saved;
  };
  return (
    <section className="list">
      <h2>{words.look}</h2>
      <Form submit={words.save} isPrimary isKept onSend={save} onEdit={(sending) => onEdit(edited(sending))}>
        <div className="scopes">
          <SelectField
            label={words.theme}
            name="theme"
            value={now.styling.theme}
            options={themes.map((one) => [one, wordOf('theme', one)])}
          />
          <SelectField
            label={words.corners}
            name="corners"
            value={now.styling.corners}
            options={corners.map((one) => [one, wordOf('corners', one)])}
          />
          <SelectField
            label={words.header}
            name="preset"
            value={now.header.preset}
            options={[
              ...presets.map((one) => [one, wordOf('header', one)] as const),
              ...(now.header.preset === 'CUSTOM' ? [['CUSTOM', words.headerCustom] as const] : []),
            ]}
          />
          <SelectField
            label={words.scheme}
            name="scheme"
            value={now.themes.default}
            options={schemes.map((one) => [one, wordOf('scheme', one)])}
          />
          <ColorField label={words.colorLight} name="light" value={now.styling.primaryColor.light} />
          <ColorField label={words.colorDark} name="dark" value={now.styling.primaryColor.dark} />
          <SelectField
            label={words.siteLanguage}
            name="locale"
            value={now.internationalization.locale}
            options={locales.map((one) => [one, nameOf(one)])}
          />
        </div>
        <TextField label={words.copyright} name="copyright" value={now.footer.copyright} />
        <TextField
          label={words.announcement}
          name="message"
          value={now.announcement?.message}
          hint={words.announcementHint}
        />
        <SelectField
          label={words.announcementStyle}
          name="style"
          value={now.announcement?.style ?? 'INFO'}
          options={styles.map((one) => [one, wordOf('style', one)])}
        />
        <fieldset className="checks">
          <legend>{words.shown}</legend>
          <CheckField label={words.showToggle} name="toggle" isChecked={now.themes.toggeable} />
          <CheckField label={words.showFeedback} name="feedback" isChecked={now.feedback.enabled} />
          <CheckField label={words.showPagination} name="pagination" isChecked={now.pagination.enabled} />
          <CheckField label={words.showPdf} name="pdf" isChecked={now.pdf.enabled} />
          <CheckField label={words.showEditLink} name="editLink" isChecked={now.git.showEditLink} />
          <CheckField
            label={words.showVerifiedUntil}
            name="verifiedUntil"
            isChecked={now.freshness.showVerifiedUntil}
          />
          <CheckField label={words.showTrademark} name="trademark" isChecked={now.trademark.enabled} />
        </fieldset>
      </Form>
      <div className="actions">
        <Action
          className="plain"
          confirm={{ title: words.resetLook, text: words.resetLookText }}
          onAct={(send) => send(ResetCustomization, ids)}
        >
          {words.reset}
        </Action>
      </div>
    </section>
  );
}

const nameOf = (locale: string): string => {
  const tag = locale.toLowerCase().replace('_', '-');
  return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
};

const ColorField = ({
  label,
  name,
  value,
}: {
  readonly label: string;
  readonly name: string;
  readonly value: string;
}) => (
  <Field label={label} name={name}>
    {(control) => <input type="color" {...control} key={value} defaultValue={value.slice(0, 7).toLowerCase()} />}
  </Field>
);

type Now = Site['customization'];

/** The settings that the form has, as the mutation takes them. Those that were not touched stay inherited. */
function inputOf(now: Now, field: (name: string) => string, data: FormData): SiteCustomizationInput {
  const changed = <T,>(value: T, before: T): T | undefined => (value === before ? undefined : value);
  const checked = (name: string, before: boolean) => changed(data.has(name), before);
  const color = { light: field('light'), dark: field('dark') };
  const { light, dark } = now.styling.primaryColor;
  const message = field('message');
  return {
    styling: {
      theme: changed(field('theme') as Now['styling']['theme'], now.styling.theme),
      corners: changed(field('corners') as Now['styling']['corners'], now.styling.corners),
      primaryColor: color.light === light.toLowerCase() && color.dark === dark.toLowerCase() ? undefined : color,
    },
    themes: {
      default: changed(field('scheme') as Now['themes']['default'], now.themes.default),
      toggeable: checked('toggle', now.themes.toggeable),
    },
    header: { preset: changed(field('preset') as Now['header']['preset'], now.header.preset) },
    footer: { copyright: changed(field('copyright') || null, now.footer.copyright || null) },
    internationalization: {
      locale: changed(field('locale') as Now['internationalization']['locale'], now.internationalization.locale),
    },
    announcement: announcementOf(now, message, field('style')),
    feedback: { enabled: checked('feedback', now.feedback.enabled) },
    pagination: { enabled: checked('pagination', now.pagination.enabled) },
    pdf: { enabled: checked('pdf', now.pdf.enabled) },
    git: { showEditLink: checked('editLink', now.git.showEditLink) },
    freshness: { showVerifiedUntil: checked('verifiedUntil', now.freshness.showVerifiedUntil) },
    trademark: { enabled: checked('trademark', now.trademark.enabled) },
  };
}

/** The announcement: none for an empty message. */
function announcementOf({ announcement: before }: Now, message: string, style: string) {
  if (message === (before?.message ?? '') && style === (before?.style ?? 'INFO')) return undefined;
  if (message === '') return null;
  return { enabled: true, message, style: style as NonNullable<Now['announcement']>['style'] };
}
