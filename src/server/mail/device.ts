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

/** A browser and what it runs on, as people call them. */
export type Device = { browser: string; system: string }

/** Reads a user agent; nothing when it is none that people would recognise. */
export function nameDevice(userAgent: string): Device | undefined {
	const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1]
	const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]
	return browser && system ? { browser, system } : undefined
}
