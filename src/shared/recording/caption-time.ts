const pattern = /^(?:(\d{1,4}):)?(\d{1,3}):(\d{1,2})(?:[.,](\d{1,3})\d*)?$/

/** Seconds of `01:02:03.400`, `02:03,4` or `02:03`; null for anything else. Minutes and seconds are below 60 where a larger unit stands before them. */
export function parseCaptionTime(text: string): number | null {
	const [, hours, minutes, seconds, fraction = ''] = pattern.exec(text.trim()) ?? []
	if (minutes === undefined || Number(seconds) > 59 || (hours !== undefined && Number(minutes) > 59)) return null
	const whole = Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds)
	return (whole * 1000 + Number(fraction.padEnd(3, '0'))) / 1000
}

/** `00:01:02.300`, rounded to milliseconds. */
export function formatCaptionTime(seconds: number): string {
	const all = Math.round(seconds * 1000)
	const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
	return `${two(all / 3_600_000)}:${two((all / 60_000) % 60)}:${two((all / 1000) % 60)}.${String(all % 1000).padStart(3, '0')}`
}
