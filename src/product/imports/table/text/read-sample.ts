const sampleLength = 65_536

/** The text that decides about the kind of a file, its separator and its headings. */
export async function readSample(text: AsyncIterable<string>): Promise<string> {
	let sample = ''
	for await (const piece of text) {
		sample += piece
		if (sample.length >= sampleLength) break
	}
	// A row that is cut would look like one with fewer cells.
	return sample.length > sampleLength
		? sample.slice(0, sample.lastIndexOf('\n', sampleLength) + 1 || sampleLength)
		: sample
}
