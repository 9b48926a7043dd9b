const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** `58 KB`, `4.1 MB`: two digits at least, in decimal units as file managers show them. */
export function formatBytes(bytes: number, locale = 'en'): string {
	let value = bytes
	let step = 0
	while (value >= 1000 && step < units.length - 1) {
		value /= 1000
		step++
	}
	const maximumFractionDigits = step > 0 && value < 10 ? 1 : 0
	const unit = units[step] ?? 'byte'
	const format = { style: 'unit', unit, unitDisplay: step === 0 ? 'long' : 'short', maximumFractionDigits } as const
	return new Intl.NumberFormat(locale, format).format(value).replace('kB', 'KB')
}
