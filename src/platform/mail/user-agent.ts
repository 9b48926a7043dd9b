const browsers: [pattern: RegExp, name: string][] = [
	[/\bEdgA?\//, 'Edge'],
	[/\bOPR\//, 'Opera'],
	[/\bFirefox\//, 'Firefox'],
	[/\bChrome\//, 'Chrome'],
	[/\bSafari\//, 'Safari'],
]
const systems: [pattern: RegExp, name: string][] = [
	[/\biPhone\b/, 'iPhone'],
	[/\biPad\b/, 'iPad'],
	[/\bAndroid\b/, 'Android'],
	[/\bWindows\b/, 'Windows'],
	[/\bMacintosh\b/, 'Mac'],
	[/\bLinux\b/, 'Linux'],
]

/** A browser and its operating system by their common names. */
export type UserAgent = { browser: string; system: string }

/** Parses a user agent; nothing when it is unknown. */
export function parseUserAgent(userAgent: string): UserAgent | undefined {
	const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1]
	const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]
	return browser && system ? { browser, system } : undefined
}
