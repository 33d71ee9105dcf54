/* The token field of the header bar. The token is kept in sessionStorage only. The event "octavo:token" reports changes. */
(() => {
  const storageKey = 'octavo:token';
  const form = document.getElementById('token-form');
  const input = document.getElementById('token');
  const forget = document.getElementById('token-forget');
  const owner = document.getElementById('token-owner');

  const read = () => sessionStorage.getItem(storageKey) ?? '';

  function changed() {
    forget.hidden = read() === '';
    owner.textContent = '';
    document.dispatchEvent(new CustomEvent('octavo:token'));
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // A token copied from a curl command often includes the prefix "Bearer".
    const token = input.value.trim().replace(/^bearer\s+/i, '');
    if (token === '') return;
    sessionStorage.setItem(storageKey, token);
    input.value = token;
    changed();
  });

  forget.addEventListener('click', () => {
    sessionStorage.removeItem(storageKey);
    input.value = '';
    changed();
    input.focus();
  });

  input.value = read();
  form.hidden = false;
  forget.hidden = read() === '';
})();
