import { callbackTarget, hasSession, nextTheme, type Theme } from './arrival.ts'

const themeKey = 'plaudit-theme'

/** A sign-in that came back to the site's root is finished by the app. */
function goOn(): void {
	const target = callbackTarget(location.search, location.hash)
	if (target) location.replace(target)
}
addEventListener('hashchange', goOn)
goOn()

/** Nothing where the browser keeps nothing for us. */
function storage(): Storage | undefined {
	try {
		return localStorage
	} catch {
		return undefined
	}
}
const kept = storage()

if (hasSession(Object.keys(kept ?? {})))
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
	if (theme === 'auto') kept?.removeItem(themeKey)
	else kept?.setItem(themeKey, theme)
	show(theme)
})
show(nextTheme(kept?.getItem(themeKey) ?? null))

/** Counting waits for the first paint: nothing that is asked for before can delay it. */
const counter = document.querySelector<HTMLMetaElement>('meta[name=page-view]')?.content
new PerformanceObserver((paints, observer) => {
	// A ground may be painted before anything can be read.
	if (paints.getEntriesByName('first-contentful-paint').length === 0) return
	observer.disconnect()
	if (counter) import(/* @vite-ignore */ counter)
}).observe({ type: 'paint', buffered: true })
