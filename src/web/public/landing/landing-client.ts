import { callbackTarget, hasSession, nextTheme, type Theme } from './arrival.ts'

const themeKey = 'plaudit-theme'

/** A sign-in that came back to the site's root is finished by the app. */
function goOn(): void {
	const target = callbackTarget(location.search, location.hash)
	if (target) location.replace(target)
}
addEventListener('hashchange', goOn)
goOn()

if (hasSession(Object.keys(localStorage)))
	for (const door of document.querySelectorAll<HTMLAnchorElement>('a.door')) {
		door.href = '/dashboard'
		door.textContent = 'Dashboard'
	}

function show(theme: Theme): void {
	if (theme === 'auto') delete document.documentElement.dataset.theme
	else document.documentElement.dataset.theme = theme
	for (const button of document.querySelectorAll<HTMLButtonElement>('.themes button'))
		button.setAttribute('aria-pressed', String(button.value === theme))
}

const group = document.querySelector<HTMLElement>('.themes')
if (group) group.hidden = false
group?.addEventListener('click', ({ target: pressed }) => {
	if (!(pressed instanceof HTMLButtonElement)) return
	const theme = nextTheme(pressed.value)
	if (theme === 'auto') localStorage.removeItem(themeKey)
	else localStorage.setItem(themeKey, theme)
	show(theme)
})
show(nextTheme(localStorage.getItem(themeKey)))
