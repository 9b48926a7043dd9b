/** A time as on a clock, `1:05`; with tenths `1:05.5`. */
export function clockTime(seconds: number, decimals = 0): string {
	const rounded = Number(Math.max(0, seconds).toFixed(decimals))
	const rest = (rounded % 60).toFixed(decimals).padStart(decimals > 0 ? 3 + decimals : 2, '0')
	return `${Math.floor(rounded / 60)}:${rest}`
}

/** A duration in words for a screen reader, as `1 minute, 33 seconds`. */
export function spokenTime(seconds: number, lang: string): string {
	const whole = Math.round(Math.max(0, seconds) * 10) / 10
	const part = (value: number, unit: string) =>
		new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
	const minutes = Math.floor(whole / 60)
	const rest = Math.round((whole % 60) * 10) / 10
	const parts = [minutes > 0 ? part(minutes, 'minute') : '', rest > 0 || minutes === 0 ? part(rest, 'second') : '']
	return new Intl.ListFormat(lang, { type: 'unit' }).format(parts.filter(Boolean))
}
