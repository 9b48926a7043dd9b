import { afterFirstPaint } from '#web/public/page-shell/after-first-paint.ts'
import { loadNamedScript } from '#web/public/page-shell/load-named-script.ts'
import { callbackTarget, hasSession, parseTheme, type Theme } from './landing-state.ts'

const themeKey = 'plaudit-theme'

/** A sign-in callback that returned to the site's root is completed by the app. */
function followCallback(): void {
	const target = callbackTarget(location.search, location.hash)
	if (target) location.replace(target)
}
addEventListener('hashchange', followCallback)
followCallback()

/** Undefined where storage is unavailable. */
function storage(): Storage | undefined {
	try {
		return localStorage
	} catch {
		return undefined
	}
}
const browserStorage = storage()

if (hasSession(Object.keys(browserStorage ?? {})))
	for (const link of document.querySelectorAll<HTMLAnchorElement>('a.sign-in-link')) {
		link.href = '/dashboard'
		link.textContent = link.dataset.dashboard ?? 'Dashboard'
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
	const theme = parseTheme(pressed.value)
	if (theme === 'auto') browserStorage?.removeItem(themeKey)
	else browserStorage?.setItem(themeKey, theme)
	show(theme)
})
show(parseTheme(browserStorage?.getItem(themeKey) ?? null))

afterFirstPaint(() => loadNamedScript('page-view'))
