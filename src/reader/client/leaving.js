// Leads to a sign-in elsewhere and back, and keeps the fragment of the address meanwhile.
const link = document.querySelector('a');
const name = 'octavo-fragment';
try {
  if ('back' in link.dataset) {
    link.hash = sessionStorage.getItem(name) || location.hash;
    sessionStorage.removeItem(name);
  } else if (location.hash || !new URLSearchParams(location.search).has('again'))
    sessionStorage.setItem(name, location.hash);
} catch {
  // A browser that keeps nothing may lose the fragment, and nothing else.
}
location.replace(link.href);
