import {
  SaveCustomization,
  type LinkOfSiteFragment,
  type SiteCustomizationInput,
  type SiteCustomizationViewQuery,
  type SiteHeaderSettingsInput,
} from '../../__generated__/site-customization.ts';
import { Form, TextField } from '../../parts/form.tsx';
import { fill, words } from '../../words/words.ts';
import {
  edited,
  fromFields,
  LinkFields,
  moved,
  newLink,
  targetInput,
  useEdited,
  type EditedLink,
  type NewLink,
} from './links.tsx';
import { Places } from './places.tsx';

type Site = NonNullable<SiteCustomizationViewQuery['site']>;
type HeaderLink = Site['customization']['header']['links'][number];

interface PartProps {
  readonly site: Site;
  /** Called with what is chosen, and with nothing once it is saved. */
  readonly onEdit: (input: SiteCustomizationInput) => void;
}

const linkInput = ({ title, to }: LinkOfSiteFragment) => ({ title, to: targetInput(to) });

const groupInput = ({ title, links }: { readonly title: string; readonly links: readonly LinkOfSiteFragment[] }) => ({
  title,
  links: links.map(linkInput),
});

const headerInput = ({ title, style, condition, to, links }: HeaderLink) => ({
  title,
  ...(style === null ? {} : { style }),
  ...(condition === null ? {} : { condition }),
  ...(to === null ? {} : { to: targetInput(to) }),
  links: links.map(linkInput),
});

/** The links in the header of a site. Their style, menus and conditions stay as other clients have set them. */
export function HeaderLinks({ site, onEdit }: PartProps) {
  const { id, organizationId, customization } = site;
  const {
    edits: links,
    setEdits: setLinks,
    sending,
  } = useEdited(customization.header.links.map(headerInput), () => edited(customization.header.links));
  const add = (link?: NewLink) => setLinks([...links, { ...newLink(link), style: null, condition: null, links: [] }]);
  const inputOf = (all: typeof links): SiteCustomizationInput => {
    const header: SiteHeaderSettingsInput = { links: all.map(headerInput) };
    return { header };
  };
  return (
    <section className="list">
      <h2>{words.headerLinks}</h2>
      <Form
        submit={words.save}
        isKept
        other={
          <button type="button" onClick={() => add()}>
            {words.addLink}
          </button>
        }
        onEdit={({ form, field }) => form.checkValidity() && onEdit(inputOf(fromFields(links, 'header', field)))}
        onSend={async ({ send, field }) => {
          const all = fromFields(links, 'header', field);
          const input = inputOf(all);
          // The names of the buttons follow the titles.
          sending(all, input.header?.links);
          const saved = await send(SaveCustomization, { siteId: id, organizationId, input });
          if (saved) onEdit({});
          return saved;
        }}
      >
        {links.length === 0 && <p className="quiet">{words.noHeaderLinks}</p>}
        <LinkFields
          links={links}
          name="header"
          onRemove={(key) => setLinks(links.filter((link) => link.key !== key))}
          onMove={(key, by) => setLinks(moved(links, key, by))}
        />
        <Places site={site} onAdd={add} />
      </Form>
    </section>
  );
}

interface Group {
  readonly key: number;
  readonly title: string;
  readonly links: readonly (LinkOfSiteFragment & EditedLink)[];
}

let groupKeys = 0;

/** The groups of links in the footer of a site. */
export function FooterGroups({ site, onEdit }: PartProps) {
  const { id, organizationId, customization } = site;
  const {
    edits: groups,
    setEdits: setGroups,
    sending,
  } = useEdited(customization.footer.groups.map(groupInput), (): readonly Group[] =>
    customization.footer.groups.map(({ title, links }) => ({ key: (groupKeys += 1), title, links: edited(links) })),
  );
  const change = (key: number, of: (links: Group['links']) => Group['links']) =>
    setGroups(groups.map((group) => (group.key === key ? { ...group, links: of(group.links) } : group)));
  const written = (field: (name: string) => string): readonly Group[] =>
    groups.map(({ key, links }) => ({
      key,
      title: field(`group.${key}`),
      links: fromFields(links, `footer.${key}`, field),
    }));
  const inputOf = (all: readonly Group[]): SiteCustomizationInput => ({ footer: { groups: all.map(groupInput) } });
  return (
    <section className="list">
      <h2>{words.footerLinks}</h2>
      <Form
        submit={words.save}
        isKept
        other={
          <button
            type="button"
            onClick={() => setGroups([...groups, { key: (groupKeys += 1), title: '', links: [newLink()] }])}
          >
            {words.newGroup}
          </button>
        }
        onEdit={({ form, field }) => form.checkValidity() && onEdit(inputOf(written(field)))}
        onSend={async ({ send, field }) => {
          const all = written(field);
          const input = inputOf(all);
          sending(all, input.footer?.groups);
          const saved = await send(SaveCustomization, { siteId: id, organizationId, input });
          if (saved) onEdit({});
          return saved;
        }}
      >
        {groups.length === 0 && <p className="quiet">{words.noFooterLinks}</p>}
        {groups.map(({ key, title, links }) => (
          <fieldset key={key} className="checks">
            <legend>{words.group}</legend>
            <TextField label={words.title} name={`group.${key}`} value={title} maxLength={64} isRequired />
            <LinkFields
              links={links}
              name={`footer.${key}`}
              onRemove={(one) => change(key, (all) => all.filter((link) => link.key !== one))}
              onMove={(one, by) => change(key, (all) => moved(all, one, by))}
            />
            <Places site={site} onAdd={(link) => change(key, (all) => [...all, newLink(link)])} />
            <p className="actions">
              <button type="button" onClick={() => change(key, (all) => [...all, newLink()])}>
                {words.addLink}
              </button>
              <button
                type="button"
                className="plain"
                aria-label={fill(words.removeName, { name: title })}
                onClick={() => setGroups(groups.filter((group) => group.key !== key))}
              >
                {words.removeGroup}
              </button>
            </p>
          </fieldset>
        ))}
      </Form>
    </section>
  );
}
