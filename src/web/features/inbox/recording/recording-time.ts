/** `1:02.35` for readouts and fields; without a fraction `1:02`. Hours are minutes from 60 on, as recordings are short. */
export const formatRecordingTime = (seconds: number, digits: 0 | 1 | 2 = 0): string => {
	const unit = 10 ** digits
	const all = Math.round(Math.max(0, seconds) * unit)
	const rest = (all % (60 * unit)) / unit
	return `${Math.floor(all / unit / 60)}:${rest.toFixed(digits).padStart(digits === 0 ? 2 : digits + 3, '0')}`
}

/** Seconds of `1:02.5`, `62.5` or `62,5`; null for anything else. */
export const parseRecordingTime = (text: string): number | null => {
	const [, minutes = '0', seconds, fraction = '0'] =
		/^\s*(?:(\d{1,4}):)?(\d{1,5})(?:[.,](\d{1,3}))?\s*$/.exec(text) ?? []
	if (seconds === undefined || (text.includes(':') && Number(seconds) > 59)) return null
	return Number(minutes) * 60 + Number(`${seconds}.${fraction}`)
}
