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

/** A device in words from its user agent: `Firefox on Linux`. */
export function deviceName(userAgent: string): string {
	const find = (list: [RegExp, string][]) => list.find(([sign]) => sign.test(userAgent))?.[1]
	const browser = find(browsers) ?? 'A browser'
	const system = find(systems)
	return system ? `${browser} on ${system}` : browser
}
