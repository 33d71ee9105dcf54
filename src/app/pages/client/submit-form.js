// Continues without the button, which is for browsers without scripts.
document.forms[0].requestSubmit();
