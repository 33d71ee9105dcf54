import type { ShownPlace } from '../../domain/publishing/published-pages/shown.ts';

/** What looks.css has rules for, of that which a site has chosen. */
export function listLooks({ settings: { styling = {}, header = {} } }: Pick<ShownPlace, 'settings'>): string[] {
  const { theme, links, icons, sidebar, search } = styling;
  const list = sidebar?.list ?? 'default';
  const looks = {
    gradient: theme === 'gradient',
    'no-header': header.preset === 'none',
    'accent-links': links === 'accent',
    'filled-sidebar': sidebar?.background === 'filled',
    'sidebar-line': list === 'line' || (list === 'default' && theme === 'bold'),
    'wide-search': search === 'prominent',
    [`${icons}-icons`]: icons === 'light' || icons === 'thin' || icons === 'duotone',
  };
  return Object.entries(looks).flatMap(([name, isChosen]) => (isChosen ? [name] : []));
}
