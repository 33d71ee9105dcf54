/** A `ref` of what gets the focus when it appears: browsers heed `autofocus` only while a page is loaded. */
export const withFocus = (element: HTMLElement | null): void => element?.focus();
