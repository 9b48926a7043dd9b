import { nameDevice } from '#server/mail/device.ts'

const articles: Record<string, string> = { iPhone: 'an iPhone', iPad: 'an iPad', Mac: 'a Mac' }

/** "Asked for on 20 November 2026 at 14:06 UTC from Firefox on Linux." The device only when it is known. */
export function askedFor(requestedAt: string, userAgent: string): string {
	const at = new Date(requestedAt)
	const day = at.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
	const hour = at.toLocaleTimeString('en-GB', { timeStyle: 'short', timeZone: 'UTC' })
	const device = nameDevice(userAgent)
	const from = device
		? ` from ${device.browser} on ${articles[device.system] ?? device.system}`
		: ''
	return `Asked for on ${day} at ${hour} UTC${from}.`
}
