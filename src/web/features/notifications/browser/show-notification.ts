import { formatNumber } from '#web/lib/format/format.ts'
import { readLocalValue } from '#web/lib/storage/local-storage.ts'
import { browserSwitches } from './browser-settings.ts'

/** A new testimonial, as far as a notification shows it. */
export type NewTestimonial = { id: string; name: string; words: string }

/** The browser's answer; `unsupported` where it has no notifications. */
export type Permission = NotificationPermission | 'unsupported'

/** The permission that this browser has given, without asking for it. */
export function notificationPermission(): Permission {
	return typeof Notification === 'undefined' ? 'unsupported' : Notification.permission
}

/** True when the user switched notifications on in this browser, and the browser allows them. */
export function mayNotify(): boolean {
	return readLocalValue(browserSwitches.notify.key) === 'on' && notificationPermission() === 'granted'
}

const maxWords = 90

/**
 * Shows one notification for testimonials that arrived together; it replaces the one before it.
 * @param onOpen called with the testimonial to open, or null for several
 */
export function showNotification(
	space: { id: string; name: string },
	testimonials: readonly NewTestimonial[],
	onOpen: (testimonial: string | null) => void,
): void {
	const [first] = testimonials
	if (!first) return
	const isOne = testimonials.length === 1
	const showsWords = readLocalValue(browserSwitches.words.key) === 'on'
	const title = isOne
		? showsWords
			? `${first.name} wrote about ${space.name}`
			: `A new testimonial for ${space.name}`
		: `${formatNumber(testimonials.length)} new testimonials for ${space.name}`
	const body = !showsWords ? 'Open the inbox to read it.' : isOne ? first.words : namesOf(testimonials)
	try {
		// The tag makes several tabs show it once.
		const shown = new Notification(title, { body, tag: `plaudit-${space.id}`, icon: '/favicon.svg', dir: 'auto' })
		shown.onclick = () => {
			window.focus()
			shown.close()
			onOpen(isOne ? first.id : null)
		}
	} catch {
		// Chrome on Android has the constructor and throws: https://developer.mozilla.org/en-US/docs/Web/API/Notification/Notification
	}
}

/** The first words of a testimonial on one line. */
export function firstWords(body: string): string {
	const line = body.replace(/\s+/g, ' ').trim()
	const end = line.lastIndexOf(' ', maxWords)
	return line.length <= maxWords ? line : `${line.slice(0, end > 0 ? end : maxWords)}…`
}

function namesOf(testimonials: readonly NewTestimonial[]): string {
	return new Intl.ListFormat('en').format([...new Set(testimonials.map(({ name }) => name))].slice(0, 4))
}
