/** A silent sound file of so many seconds, with 8 kHz and 16 bits, that every browser plays. */
export function makeWave(seconds: number): File {
	const bytes = seconds * 16_000
	const head = new DataView(new ArrayBuffer(44))
	const text = (at: number, value: string) => {
		for (const [index, letter] of [...value].entries()) head.setUint8(at + index, letter.charCodeAt(0))
	}
	text(0, 'RIFF')
	head.setUint32(4, 36 + bytes, true)
	text(8, 'WAVEfmt ')
	head.setUint32(16, 16, true)
	head.setUint16(20, 1, true)
	head.setUint16(22, 1, true)
	head.setUint32(24, 8000, true)
	head.setUint32(28, 16_000, true)
	head.setUint16(32, 2, true)
	head.setUint16(34, 16, true)
	text(36, 'data')
	head.setUint32(40, bytes, true)
	return new File([head.buffer, new Uint8Array(bytes)], 'memo.wav', { type: 'audio/wav' })
}
