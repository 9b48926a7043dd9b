/*
 * Applies the stored theme before the first paint: a classic, blocking script in the head without imports or exports.
 * The content security policy allows no inline script.
 */
try {
	const theme = localStorage.getItem('plaudit-theme')
	if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
	// Without storage the operating system decides.
}
