import { AddGroup, SiteStructureView } from '../../__generated__/site-structure.ts';
import { Read } from '../../client/read.tsx';
import type { ViewProps } from '../../frame/view.tsx';
import { Form, TextField } from '../../parts/form.tsx';
import { SiteTop } from '../../parts/space-top.tsx';
import { words } from '../../words/words.ts';
import { AddToSite } from './add.tsx';
import { partsOf } from './parts-of-site.ts';
import { Parts } from './rows.tsx';

/** What a site shows: its groups, sections and spaces, in their order. */
export const View = ({ ids: { organizationId = '', siteId: id = '' } }: ViewProps) => (
  <Read
    query={SiteStructureView}
    variables={{ id, organizationId }}
    of={({ site }) => site}
    isNews={(one) => one.siteId === id}
  >
    {(site) => {
      const ids = { siteId: id, organizationId };
      const { form, items } = site.structure;
      return (
        <>
          <SiteTop site={site} title={words.structure} />
          <section className="list">
            <h2>{words.structure}</h2>
            {items.length === 0 && <p className="quiet">{words.emptySite}</p>}
            <Parts ids={ids} parts={partsOf(items)} />
          </section>
          <AddToSite ids={ids} hasSections={form === 'SECTIONS'} isEmpty={items.length === 0} />
          {form === 'SECTIONS' && (
            <details className="panel">
              <summary>{words.newGroup}</summary>
              <Form
                submit={words.create}
                onSend={({ send, field }) => send(AddGroup, { ...ids, title: field('title') })}
              >
                <TextField label={words.title} name="title" hint={words.groupHint} isRequired />
              </Form>
            </details>
          )}
        </>
      );
    }}
  </Read>
);
