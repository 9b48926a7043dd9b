const browsers: [pattern: RegExp, name: string][] = [
	[/\bEdgA?\//, 'Edge'],
	[/\bOPR\//, 'Opera'],
	[/\bFirefox\//, 'Firefox'],
	[/\bChrome\//, 'Chrome'],
	[/\bSafari\//, 'Safari'],
]
const systems: [pattern: RegExp, name: string][] = [
	[/\biPhone\b/, 'an iPhone'],
	[/\biPad\b/, 'an iPad'],
	[/\bAndroid\b/, 'Android'],
	[/\bWindows\b/, 'Windows'],
	[/\bMacintosh\b/, 'a Mac'],
	[/\bLinux\b/, 'Linux'],
]

/** "Asked for on 20 November 2026 at 14:06 UTC from Firefox on Linux." The device only when it is known. */
export function askedFor(requestedAt: string, device: string): string {
	const at = new Date(requestedAt)
	const day = at.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
	const hour = at.toLocaleTimeString('en-GB', { timeStyle: 'short', timeZone: 'UTC' })
	const browser = browsers.find(([pattern]) => pattern.test(device))?.[1]
	const system = systems.find(([pattern]) => pattern.test(device))?.[1]
	const from = browser && system ? ` from ${browser} on ${system}` : ''
	return `Asked for on ${day} at ${hour} UTC${from}.`
}
