import { useAddress } from '../frame/place.ts';

/** A view beside others about the same thing: its words and its address. */
export type Tab = readonly [string, string];

/** The views about one thing. Those that the person may not open are left out by who makes them. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly (Tab | false)[] }) {
  const address = useAddress().split('?', 1)[0] ?? '';
  return (
    <nav className="tabs" aria-label={label}>
      {tabs
        .filter((tab) => tab !== false)
        .map(([text, href], index) => (
          <a
            key={href}
            href={href}
            ref={isAt(address, href, index === 0) ? show : null}
            aria-current={isAt(address, href, index === 0) ? 'page' : undefined}
          >
            {text}
          </a>
        ))}
    </nav>
  );
}

/** Shows a tab where the window is narrower than all of them. */
function show(tab: HTMLAnchorElement | null): void {
  if (tab?.parentElement) tab.parentElement.scrollLeft = tab.offsetLeft - tab.parentElement.offsetLeft - 16;
}

/** Whether an address is that of a tab, or below it. The first tab is the thing itself, below which all others are. */
const isAt = (address: string, href: string, isFirst: boolean) =>
  address === href || (!isFirst && address.startsWith(`${href}/`));
