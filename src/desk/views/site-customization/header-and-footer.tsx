import { useState } from 'react';
import {
  SaveCustomization,
  type LinkOfSiteFragment,
  type SiteCustomizationViewQuery,
  type SiteHeaderSettingsInput,
} from '../../__generated__/site-customization.ts';
import { Form, TextField } from '../../parts/form.tsx';
import { fill, words } from '../../words/words.ts';
import { edited, fromFields, LinkFields, moved, newLink, targetInput, type EditedLink } from './links.tsx';

type Site = NonNullable<SiteCustomizationViewQuery['site']>;
type HeaderLink = Site['customization']['header']['links'][number];

interface PartProps {
  readonly site: Site;
}

const linkInput = ({ title, to }: LinkOfSiteFragment) => ({ title, to: targetInput(to) });

const headerInput = ({ title, style, condition, to, links }: HeaderLink) => ({
  title,
  ...(style === null ? {} : { style }),
  ...(condition === null ? {} : { condition }),
  ...(to === null ? {} : { to: targetInput(to) }),
  links: links.map(linkInput),
});

/** The links in the header of a site. Their style, menus and conditions stay as other clients have set them. */
export function HeaderLinks({ site }: PartProps) {
  const { id, organizationId, customization } = site;
  const [links, setLinks] = useState(() => edited(customization.header.links));
  const add = () => setLinks([...links, { ...newLink(), style: null, condition: null, links: [] }]);
  return (
    <section className="list">
      <h2>{words.headerLinks}</h2>
      <Form
        submit={words.save}
        isKept
        other={
          <button type="button" onClick={add}>
            {words.addLink}
          </button>
        }
        onSend={({ send, field }) => {
          const next = fromFields(links, 'header', field);
          const header: SiteHeaderSettingsInput = { links: next.map(headerInput) };
          return send(SaveCustomization, { siteId: id, organizationId, input: { header } });
        }}
      >
        {links.length === 0 && <p className="quiet">{words.noHeaderLinks}</p>}
        <LinkFields
          links={links}
          name="header"
          onRemove={(key) => setLinks(links.filter((link) => link.key !== key))}
          onMove={(key, by) => setLinks(moved(links, key, by))}
        />
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
export function FooterGroups({ site }: PartProps) {
  const { id, organizationId, customization } = site;
  const [groups, setGroups] = useState<readonly Group[]>(() =>
    customization.footer.groups.map(({ title, links }) => ({ key: (groupKeys += 1), title, links: edited(links) })),
  );
  const change = (key: number, of: (links: Group['links']) => Group['links']) =>
    setGroups(groups.map((group) => (group.key === key ? { ...group, links: of(group.links) } : group)));
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
        onSend={({ send, field }) =>
          send(SaveCustomization, {
            siteId: id,
            organizationId,
            input: {
              footer: {
                groups: groups.map(({ key, links }) => ({
                  title: field(`group.${key}`),
                  links: fromFields(links, `footer.${key}`, field).map(linkInput),
                })),
              },
            },
          })
        }
      >
        {groups.length === 0 && <p className="quiet">{words.noFooterLinks}</p>}
        {groups.map(({ key, title, links }) => (
          <fieldset key={key} className="checks">
            <legend>{words.group}</legend>
            <TextField label={words.title} name={`group.${key}`} value={title} maxLength={100} isRequired />
            <LinkFields
              links={links}
              name={`footer.${key}`}
              onRemove={(one) => change(key, (all) => all.filter((link) => link.key !== one))}
              onMove={(one, by) => change(key, (all) => moved(all, one, by))}
            />
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
