/*
 * The theme that the person chose, before anything is painted: a classic script in the head, so it blocks, and has
 * neither imports nor exports. The content security policy admits no inline script.
 */
try {
	const theme = localStorage.getItem('plaudit-theme')
	if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
	// Without storage the system decides.
}
