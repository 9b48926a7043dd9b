const seconds: Record<string, number> = {
	ns: 1e-9,
	us: 1e-6,
	µs: 1e-6,
	ms: 1e-3,
	s: 1,
	m: 60,
	h: 3600,
}

/** Reads a duration as Go writes it ("24h", "1h30m", "300ms"). @returns seconds, or nothing for any other text */
export function parseDuration(text: string): number | undefined {
	if (!/^(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+$/.test(text)) return undefined
	let total = 0
	for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g))
		total += Number(amount) * (seconds[unit ?? ''] ?? 0)
	return Number.isFinite(total) ? total : undefined
}
