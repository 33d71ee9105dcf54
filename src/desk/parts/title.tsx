import { useEffect, type ReactNode } from 'react';
import { useInOrganization } from '../frame/organization.ts';

/** Names the page in the browser. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Octavo`;
  }, [title]);
}

/** A step from the organization to what is shown. */
export interface Step {
  readonly title: string;
  readonly href: string;
}

interface HeadProps {
  readonly title: string;
  /** Where it belongs, from the outside in. */
  readonly way?: readonly (Step | null | undefined)[];
  readonly organizationId?: string | null | undefined;
  /** What stands beside the title, and what can be done. */
  readonly children?: ReactNode;
  readonly kind?: string;
}

/** The head of a view: the way to it, its title and what can be done with it. */
export function Head({ title, way = [], organizationId, kind, children }: HeadProps) {
  useTitle(title);
  useInOrganization(organizationId);
  const steps = way.filter((step) => step !== null && step !== undefined);
  return (
    <header className="head">
      {steps.length > 0 && (
        <ol className="way">
          {steps.map(({ title: name, href }) => (
            <li key={href}>
              <a href={href}>{name}</a>
            </li>
          ))}
        </ol>
      )}
      <h1>
        {title} {kind && <small>{kind}</small>}
      </h1>
      {children}
    </header>
  );
}
