/** Noise that is the same in every run. */
export function randomFill(length: number): Buffer {
	let state = 0x2545f491
	return Buffer.from(
		Array.from({ length }, () => {
			state ^= state << 13
			state ^= state >>> 17
			state ^= state << 5
			return state & 0xff
		}),
	)
}
