/** A sound of some seconds as WAV, which a media element plays like any recording. */
export function toneFile(seconds: number): File {
	const rate = 8000
	const length = seconds * rate
	const bytes = new DataView(new ArrayBuffer(44 + length))
	const write = (at: number, text: string) => {
		for (const [index, letter] of [...text].entries()) bytes.setUint8(at + index, letter.charCodeAt(0))
	}
	write(0, 'RIFF')
	bytes.setUint32(4, 36 + length, true)
	write(8, 'WAVEfmt ')
	bytes.setUint32(16, 16, true)
	// PCM, one channel of 8 bits.
	bytes.setUint16(20, 1, true)
	bytes.setUint16(22, 1, true)
	bytes.setUint32(24, rate, true)
	bytes.setUint32(28, rate, true)
	bytes.setUint16(32, 1, true)
	bytes.setUint16(34, 8, true)
	write(36, 'data')
	bytes.setUint32(40, length, true)
	for (let at = 0; at < length; at += 1) bytes.setUint8(44 + at, 128 + Math.round(40 * Math.sin(at / 4)))
	return new File([bytes], 'tone.wav', { type: 'audio/wav' })
}
