const browsers: [RegExp, string][] = [
	[/Edg\//, 'Edge'],
	[/OPR\//, 'Opera'],
	[/SamsungBrowser\//, 'Samsung Internet'],
	[/Firefox\/|FxiOS\//, 'Firefox'],
	[/Chrome\/|CriOS\//, 'Chrome'],
	[/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
	[/iPhone/, 'iPhone'],
	[/iPad/, 'iPad'],
	[/Android/, 'Android'],
	[/CrOS/, 'ChromeOS'],
	[/Windows/, 'Windows'],
	[/Mac OS X/, 'Mac'],
	[/Linux|X11/, 'Linux'],
]

/** Describes a device by its user agent: `Firefox on Linux`. */
export function deviceName(userAgent: string): string {
	const find = (list: [RegExp, string][]) => list.find(([sign]) => sign.test(userAgent))?.[1]
	const browser = find(browsers) ?? (/Mozilla/.test(userAgent) ? 'A browser' : 'A program')
	const system = find(systems)
	return system ? `${browser} on ${system}` : browser
}

/** The kind of handheld device by its user agent; undefined for desktops. */
export function deviceType(userAgent: string): 'phone' | 'tablet' | undefined {
	if (/iPad|Tablet/.test(userAgent)) return 'tablet'
	if (/Android/.test(userAgent)) return /Mobile/.test(userAgent) ? 'phone' : 'tablet'
	return /iPhone|Mobile/.test(userAgent) ? 'phone' : undefined
}
