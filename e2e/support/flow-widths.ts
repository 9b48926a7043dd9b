const [phone, desk] = [360, 1280] as const

/**
 * Widths in pixels of the windows in which a whole flow is walked: the one that is named, and with `E2E_WIDTHS=all` also
 * the other. A second walk takes as long as the first and finds few faults of its own.
 */
export function flowWidths(usual: typeof phone | typeof desk): number[] {
	if (process.env.E2E_WIDTHS !== 'all') return [usual]
	return [usual, usual === phone ? desk : phone]
}
